import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readIfThere, writePrivateFile } from './files.ts';
import { takeLock } from './lock.ts';
import { StartError } from './start-error.ts';

/** What one stack keeps between starts. */
export interface DataDirectory {
  readonly path: string;
  /** For DynamoDB Local; exists. */
  readonly database: string;
  readonly log: string;
  readonly quickstart: string;
  readonly quickstartKey: string;
  readonly secrets: StageSecrets;
  /** Lets another stack use the directory. */
  release(): void;
}

export interface StageSecrets {
  readonly sealingKey: Buffer;
  /** Names this stack's database inside DynamoDB Local, which anybody who reaches its port could ask for another. */
  readonly databaseKeyId: string;
}

/** Everything that the stack makes here; `--fresh` deletes these and nothing else. */
const names = {
  database: 'dynamodb',
  secrets: 'secrets.json',
  log: 'sluice.log',
  quickstart: 'quickstart.json',
  quickstartKey: 'quickstart.pem',
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
  const release = takeLock(join(path, 'lock'));
  try {
    if (fresh) for (const name of Object.values(names)) rmSync(join(path, name), { recursive: true, force: true });
    makeDirectory(join(path, names.database));
    return {
      path,
      database: join(path, names.database),
      log: join(path, names.log),
      quickstart: join(path, names.quickstart),
      quickstartKey: join(path, names.quickstartKey),
      secrets: readOrMakeSecrets(join(path, names.secrets)),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Only a directory made here becomes private: the mode of somebody's existing one is theirs. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (!statSync(path).isDirectory()) throw new Error('not a directory');
  } catch (error) {
    throw new StartError(`The data directory ${path} cannot be used: ${(error as Error).message}`);
  }
}

function readOrMakeSecrets(file: string): StageSecrets {
  const stored = readIfThere(file);
  if (stored !== undefined) {
    const { sealingKey, databaseKeyId } = JSON.parse(stored) as Record<keyof StageSecrets, string>;
    return { sealingKey: Buffer.from(sealingKey, 'base64'), databaseKeyId };
  }
  const secrets = { sealingKey: randomBytes(32), databaseKeyId: randomBytes(16).toString('hex') };
  writePrivateFile(file, `${JSON.stringify({ ...secrets, sealingKey: secrets.sealingKey.toString('base64') })}\n`);
  return secrets;
}
