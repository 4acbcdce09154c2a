import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { discoverEndpoints, discoverOperations, discoverWorkers } from '../../functions/discover.ts';
import { readIfThere, writePrivateFile } from '../../local/data/files.ts';
import type { Quickstart } from '../../local/data/quickstart.ts';
import type { StandIns } from '../../local/data/stand-ins.ts';
import type { OpenApiDocument } from '../../shared/openapi/types.ts';
import { samEnvironment } from './environment.ts';
import { samEvents } from './events.ts';
import { samTemplate } from './template.ts';

/** The files that were written, and the ARN with which functions ask for their secret. */
export interface Written {
  readonly functions: number;
  /** Undefined if no stack has run in the data directory; then there are no events. */
  readonly secretArn: string | undefined;
}

interface Places {
  readonly directory: string;
  readonly dataDirectory: string;
  readonly secretsPort: number;
}

/** Writes `template.json` and, if a stack runs in the data directory, `env.json` and `events/<Function>.json`. */
export async function writeSamFiles({ directory, dataDirectory, secretsPort }: Places): Promise<Written> {
  const functions = {
    endpoints: await discoverEndpoints(),
    workers: await discoverWorkers(),
    operations: await discoverOperations(),
  };
  const template = samTemplate(functions);
  const events = join(directory, 'events');
  rmSync(events, { recursive: true, force: true });
  mkdirSync(events, { recursive: true, mode: 0o700 });
  const write = (name: string, content: unknown) =>
    writePrivateFile(join(directory, name), `${JSON.stringify(content, null, 2)}\n`);
  write('template.json', template);
  const count = Object.keys(template.Resources).length;
  const standIns = readIfThere(join(dataDirectory, 'stand-ins.json'));
  const quickstart = readIfThere(join(dataDirectory, 'quickstart.json'));
  if (standIns === undefined || quickstart === undefined) return { functions: count, secretArn: undefined };
  const secretArn = `arn:aws:secretsmanager:local:000000000000:secret:${randomBytes(16).toString('hex')}`;
  const secret = { endpoint: `http://127.0.0.1:${secretsPort}`, arn: secretArn };
  const environment = samEnvironment(JSON.parse(standIns) as StandIns, secret);
  write('env.json', { Parameters: environment });
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'));
  const made = samEvents(functions, document as OpenApiDocument, JSON.parse(quickstart) as Quickstart);
  for (const [name, event] of Object.entries(made)) write(join('events', `${name}.json`), event);
  return { functions: count, secretArn };
}
