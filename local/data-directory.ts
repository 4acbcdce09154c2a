import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readIfThere, writePrivateFile } from './files.ts';
import { newIssuerKey } from './issuer.ts';
import { acquireLock } from './lock.ts';
import { StageSecrets } from './stage-secrets.ts';
import { StartError } from './start-error.ts';

/** What one stack keeps between starts. */
export interface DataDirectory {
  readonly path: string;
  /** For DynamoDB Local; exists. */
  readonly database: string;
  readonly log: string;
  /** Directory in which mail is written instead of being sent; exists. */
  readonly mails: string;
  readonly quickstart: string;
  readonly quickstartKey: string;
  /** Where the parts of the running stack are that stand for AWS: for functions that are run outside it. */
  readonly standIns: string;
  readonly secrets: StageSecrets;
  /** PKCS#8 PEM: signs the tokens of dashboard sessions. */
  readonly issuerKey: string;
  /** Lets another stack use the directory. */
  release(): void;
}

/** Everything that the stack makes here; `--fresh` deletes these and nothing else. */
const names = {
  database: 'dynamodb',
  secrets: 'secrets.json',
  issuerKey: 'issuer.pem',
  log: 'sluice.log',
  mails: 'mails',
  quickstart: 'quickstart.json',
  quickstartKey: 'quickstart.pem',
  standIns: 'stand-ins.json',
} as const;

interface Options {
  readonly directory: string;
  readonly fresh: boolean;
}

/**
 * Opens or makes the data directory, for this process alone.
 *
 * @throws {StartError} when it cannot be made, or when another stack uses it.
 */
export function openDataDirectory({ directory, fresh }: Options): DataDirectory {
  const path = resolve(directory);
  makeDirectory(path);
  const release = acquireLock(join(path, 'lock'));
  try {
    if (fresh) for (const name of Object.values(names)) rmSync(join(path, name), { recursive: true, force: true });
    for (const name of [names.database, names.mails]) makeDirectory(join(path, name));
    return {
      path,
      database: join(path, names.database),
      log: join(path, names.log),
      mails: join(path, names.mails),
      quickstart: join(path, names.quickstart),
      quickstartKey: join(path, names.quickstartKey),
      standIns: join(path, names.standIns),
      secrets: new StageSecrets(join(path, names.secrets)),
      issuerKey: readOrMake(join(path, names.issuerKey), newIssuerKey),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Only a directory that is made here becomes private; an existing one keeps its mode. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (!statSync(path).isDirectory()) throw new Error('not a directory');
  } catch (error) {
    throw new StartError(`The data directory ${path} cannot be used: ${(error as Error).message}`);
  }
}

/** Reads a file, or makes it once and keeps it as it was made. */
function readOrMake(file: string, make: () => string): string {
  const stored = readIfThere(file);
  if (stored !== undefined) return stored;
  const made = make();
  writePrivateFile(file, made);
  return made;
}
