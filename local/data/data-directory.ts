import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../process/start-error.ts';
import { StageSecrets } from '../secrets/stage-secrets.ts';
import { acquireLock, refuseHeld } from './lock.ts';

/** The files that one stack keeps between starts. */
export interface DataDirectory {
  readonly path: string;
  /** Only for the database. It exists. */
  readonly database: string;
  readonly log: string;
  /** The directory to which mail is written instead of being sent. It exists. */
  readonly mails: string;
  readonly quickstart: string;
  readonly quickstartKey: string;
  /** Like the quickstart file, for the live organization of a stack with a development chain. */
  readonly live: string;
  readonly liveKey: string;
  /** The files of the stack's development chain. */
  readonly chain: string;
  /** Describes the parts of the running stack that replace AWS, for functions that run outside it. */
  readonly standIns: string;
  readonly secrets: StageSecrets;
  /** The key that signs the tokens of dashboard sessions. */
  readonly issuerKey: string;
  /** Lets another stack use the directory. */
  release(): void;
}

/** Folders of the databases that a stack can have. */
const databases = { embedded: 'table', 'dynamodb-local': 'dynamodb' } as const;

export type DatabaseKind = keyof typeof databases;

/** Everything else that the stack creates here. `--fresh` deletes these and the databases, and nothing else. */
const names = {
  secrets: 'secrets.json',
  issuerKey: 'issuer.pem',
  log: 'sluice.log',
  mails: 'mails',
  quickstart: 'quickstart.json',
  quickstartKey: 'quickstart.pem',
  live: 'live.json',
  liveKey: 'live.pem',
  chain: 'chain',
  standIns: 'stand-ins.json',
} as const;

interface Options {
  readonly directory: string;
  readonly database?: DatabaseKind | undefined;
  readonly fresh: boolean;
}

const lockName = 'lock';

/**
 * Only checks.
 * @throws {StartError} when another stack uses the directory
 */
export function refuseUsedDirectory(directory: string): void {
  refuseHeld(join(resolve(directory), lockName));
}

/**
 * Opens or creates the data directory, for this process only.
 * @throws {StartError} when it cannot be created, when another stack uses it, or when it contains the data of another
 *   database
 */
export function openDataDirectory({ directory, database = 'embedded', fresh }: Options): DataDirectory {
  const path = resolve(directory);
  makeDirectory(path);
  const release = acquireLock(join(path, lockName));
  try {
    if (fresh) for (const name of [...Object.values(databases), ...Object.values(names)]) remove(join(path, name));
    refuseOtherDatabase(path, database);
    for (const name of [databases[database], names.mails]) makeDirectory(join(path, name));
    return {
      path,
      database: join(path, databases[database]),
      log: join(path, names.log),
      mails: join(path, names.mails),
      quickstart: join(path, names.quickstart),
      quickstartKey: join(path, names.quickstartKey),
      live: join(path, names.live),
      liveKey: join(path, names.liveKey),
      chain: join(path, names.chain),
      standIns: join(path, names.standIns),
      secrets: new StageSecrets(join(path, names.secrets)),
      issuerKey: join(path, names.issuerKey),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * The key ring of the stack on a data directory, for anyone who may read the directory.
 * @throws Error if no stack has been started on it
 */
export function ringOf(directory: string): Pick<StageSecrets, 'sealingKeys'> {
  const file = join(resolve(directory), names.secrets);
  if (!existsSync(file)) throw new Error(`${directory} has no secrets: start a stack on it first (npm start).`);
  return new StageSecrets(file);
}

/** On Windows a file stays in use for a moment after its process has ended. */
function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** A stack that silently started over would look as if all data had been lost. */
function refuseOtherDatabase(path: string, wanted: DatabaseKind): void {
  const isUsed = (kind: DatabaseKind) => filesIn(join(path, databases[kind])).length > 0;
  const other: DatabaseKind = wanted === 'embedded' ? 'dynamodb-local' : 'embedded';
  if (isUsed(wanted) || !isUsed(other)) return;
  const folder = join(path, databases[other]);
  throw new StartError(
    other === 'dynamodb-local'
      ? `${folder} contains data of DynamoDB Local, which earlier releases used. To continue with it, run npm start -- --dynamodb-local (needs Java 17). To delete it and start over, run npm start -- --fresh`
      : `${folder} has data that DynamoDB Local cannot read. Go on with it by npm start without --dynamodb-local, choose another directory with --data DIR, or delete it: --fresh`,
  );
}

function filesIn(path: string): string[] {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path) : [];
}

/** Only a directory that is created here becomes private; an existing one keeps its mode. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a directory' : message;
    throw new StartError(
      `The data directory ${path} cannot be used: ${reason}. Choose another directory with --data DIR.`,
    );
  }
}
