import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sluice } from '../../client/src/index.ts';
import { readIfThere } from '../data/files.ts';
import { defaultDataDirectory, nameStack } from '../data/name-stack.ts';
import type { Quickstart } from '../data/quickstart.ts';
import { StartError } from '../process/start-error.ts';
import { type Stack, startStack } from '../stack.ts';
import type { DemoOptions } from './options.ts';
import { proxyBetween } from './proxy-between.ts';

/** The stack on which the demo runs. */
export interface DemoStack {
  readonly quickstart: Quickstart;
  readonly dataDirectory: string;
  readonly isOwn: boolean;
  /** Stops the stack and deletes its data, if the demo started it. */
  stop(): Promise<void>;
}

/** What a demo needs from a stack. */
export interface NeededStack {
  /** The file in the data directory with the address and credentials of the stack. */
  readonly file: 'quickstart.json' | 'live.json';
  /** The command that starts it. */
  readonly command: string;
  /** A node of a development chain, started for the demo's own stack. */
  readonly startNode?: () => Promise<{ readonly url: string; stop(): Promise<void> }>;
}

const ANSWER_TIMEOUT_MS = 2_000;

/**
 * The running stack that the options name. Without options, the default one if it answers, otherwise one that is
 * started only for the demo.
 * @throws {StartError} when the named stack does not answer
 */
export async function findStack({ baseUrl, dataDirectory }: DemoOptions, needed: NeededStack): Promise<DemoStack> {
  const directory = dataDirectory ?? defaultDataDirectory;
  const file = join(directory, needed.file);
  const isNamed = baseUrl !== undefined || dataDirectory !== undefined;
  const unfound = (message: string, address?: string) => {
    const proxy = address && proxyBetween(address);
    return new StartError([nameStack(message, directory), ...(proxy ? [proxy] : [])].join('\n'));
  };
  const text = readIfThere(file);
  if (text === undefined) {
    if (isNamed)
      throw unfound(
        `There is no ${file}. Start the stack first (${needed.command}), or name its directory with --data.`,
      );
    return startOwn(needed);
  }
  const stored = JSON.parse(text) as Quickstart;
  const quickstart = { ...stored, ...(baseUrl !== undefined && { baseUrl }) };
  if (await answers(quickstart)) return { quickstart, dataDirectory: directory, isOwn: false, stop: async () => {} };
  if (isNamed)
    throw unfound(`No Sluice answers at ${quickstart.baseUrl}. Start it first: ${needed.command}`, quickstart.baseUrl);
  return startOwn(needed);
}

async function answers(quickstart: Quickstart): Promise<boolean> {
  const sluice = new Sluice({ ...quickstart, maxRetries: 0, timeoutMs: ANSWER_TIMEOUT_MS });
  return sluice.getOpenApi().then(
    () => true,
    () => false,
  );
}

async function startOwn({ startNode }: NeededStack): Promise<DemoStack> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
  let node: Awaited<ReturnType<NonNullable<typeof startNode>>> | undefined;
  const remove = async () => {
    await node?.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  try {
    node = await startNode?.();
    const stack = await startStack({ host: '127.0.0.1', port: 0, dataDirectory, chain: node?.url });
    const quickstart = JSON.parse(readFileSync(fileOf(stack), 'utf8')) as Quickstart;
    return { quickstart, dataDirectory, isOwn: true, stop: () => stack.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

function fileOf({ live, files }: Stack): string {
  return live?.file ?? files.quickstart;
}
