import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../../../local/process/cleanup.ts';
import type { GuardedProcess } from '../../../local/process/guarded-process.ts';
import type { Commands } from '../../../scripts/support/commands.ts';
import { installPython } from '../../../scripts/support/python.ts';
import { say } from '../../../scripts/support/say.ts';

/** An emulated AWS account: a process on this machine. */
export interface Cloud {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Pinned, because what it supports changes from release to release. */
const version = '1.5.33';
const readyTimeoutMs = 60_000;
const pollMs = 100;

/**
 * Starts MiniStack on a free port of the loopback address; it ends with this process.
 * @param packages of Python beside it, by which it can do more
 */
export async function startMiniStack(
  commands: Commands,
  cleanup: Cleanup,
  packages: Readonly<Record<string, string>> = {},
): Promise<Cloud> {
  const environment = await installPython(commands, { ministack: version, ...packages });
  provideSdk(commands.directory);
  const port = await freePort();
  const server = commands.start([environment.program('python3'), join(import.meta.dirname, 'start_ministack.py')], {
    GATEWAY_PORT: String(port),
    BIND_HOST: '127.0.0.1',
    MINISTACK_REGION: 'us-east-1',
  });
  cleanup.add(() => showTail(server));
  const endpoint = `http://127.0.0.1:${port}`;
  await readiness(server, endpoint);
  say(`MiniStack ${version} is ready at ${endpoint}`);
  return { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
}

/**
 * Gives functions the package that Lambda's own runtime provides and their bundles leave out. MiniStack unpacks them below
 * the directory of the commands.
 */
function provideSdk(directory: string): void {
  const name = 'node_modules/@aws-sdk/client-s3';
  mkdirSync(dirname(join(directory, name)), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../../..', name), join(directory, name), 'dir');
}

async function readiness(server: GuardedProcess, endpoint: string): Promise<void> {
  let ended = false;
  void server.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + readyTimeoutMs;
  while (!ended && Date.now() < deadline) {
    const answer = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
    if (answer?.ok && !ended) return;
    await sleep(pollMs);
  }
  throw new Error(`MiniStack did not start:\n${server.outputTail()}`);
}

/** MiniStack's log says what went wrong inside a function. */
function showTail(server: GuardedProcess): void {
  if (process.exitCode) say(`the end of MiniStack's log:\n${server.outputTail()}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
