import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sluice } from '../../client/src/index.ts';
import { readIfThere } from '../files.ts';
import { defaultDataDirectory, nameStack } from '../name-stack.ts';
import type { Quickstart } from '../quickstart.ts';
import { startStack } from '../stack.ts';
import { StartError } from '../start-error.ts';
import type { DemoOptions } from './options.ts';
import { proxyBetween } from './proxy-between.ts';

/** The stack on which the demo runs. */
export interface DemoStack {
  readonly quickstart: Quickstart;
  readonly isOwn: boolean;
  /** Ends the stack and deletes its data, if it is the demo's own. */
  stop(): Promise<void>;
}

const ANSWER_TIMEOUT_MS = 2_000;

/**
 * The running stack that the options name; without options the default one if it answers, else one that is started for
 * the demo alone.
 *
 * @throws {StartError} when the named stack does not answer.
 */
export async function findStack({ baseUrl, dataDirectory }: DemoOptions): Promise<DemoStack> {
  const directory = dataDirectory ?? defaultDataDirectory;
  const file = join(directory, 'quickstart.json');
  const isNamed = baseUrl !== undefined || dataDirectory !== undefined;
  const unfound = (message: string, address?: string) => {
    const proxy = address && proxyBetween(address);
    return new StartError([nameStack(message, directory), ...(proxy ? [proxy] : [])].join('\n'));
  };
  const text = readIfThere(file);
  if (text === undefined) {
    if (isNamed)
      throw unfound(`There is no ${file}. Start the stack first (npm start), or name its directory with --data.`);
    return startOwn();
  }
  const stored = JSON.parse(text) as Quickstart;
  const quickstart = { ...stored, ...(baseUrl !== undefined && { baseUrl }) };
  if (await answers(quickstart)) return { quickstart, isOwn: false, stop: async () => {} };
  if (isNamed)
    throw unfound(`No Sluice answers at ${quickstart.baseUrl}. Start it first: npm start`, quickstart.baseUrl);
  return startOwn();
}

async function answers(quickstart: Quickstart): Promise<boolean> {
  const sluice = new Sluice({ ...quickstart, maxRetries: 0, timeoutMs: ANSWER_TIMEOUT_MS });
  return sluice.getOpenApi().then(
    () => true,
    () => false,
  );
}

async function startOwn(): Promise<DemoStack> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
  const remove = () => rmSync(dataDirectory, { recursive: true, force: true });
  try {
    const { files, stop } = await startStack({ host: '127.0.0.1', port: 0, dataDirectory });
    const quickstart = JSON.parse(readFileSync(files.quickstart, 'utf8')) as Quickstart;
    return { quickstart, isOwn: true, stop: () => stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
