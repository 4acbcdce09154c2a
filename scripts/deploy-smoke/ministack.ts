import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../../local/cleanup.ts';
import type { GuardedProcess } from '../../local/guarded-process.ts';
import type { Commands } from './commands.ts';
import { say } from './say.ts';

/** An AWS account that is a process on this machine. */
export interface Cloud {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Pinned: what it honours changes from release to release. */
const version = '1.5.33';
/** Kept between runs, gone with the dependencies. */
const environmentDirectory = join(import.meta.dirname, `../../node_modules/.cache/ministack-${version}`);
const readyTimeoutMs = 60_000;
const pollMs = 100;

/** Starts MiniStack on a free port of the loopback address; it ends with this process. */
export async function startMiniStack(commands: Commands, cleanup: Cleanup): Promise<Cloud> {
  const python = await install(commands);
  const port = await freePort();
  const server = commands.start([python, '-m', 'ministack'], {
    GATEWAY_PORT: String(port),
    BIND_HOST: '127.0.0.1',
    MINISTACK_REGION: 'us-east-1',
  });
  cleanup.add(() => tellTail(server));
  const endpoint = `http://127.0.0.1:${port}`;
  await readiness(server, endpoint);
  say(`MiniStack ${version} is ready at ${endpoint}`);
  return { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
}

/** Makes the virtual environment, or takes the one that an earlier run finished. @returns its Python */
async function install(commands: Commands): Promise<string> {
  const python = join(environmentDirectory, 'bin', 'python3');
  if (existsSync(join(environmentDirectory, 'complete'))) return python;
  say('installing MiniStack from PyPI');
  rmSync(environmentDirectory, { recursive: true, force: true });
  await commands.run(['python3', '-m', 'venv', environmentDirectory]).catch((error) => {
    throw new Error('Python 3.10 or later with venv is needed: `apt-get install python3-venv`', { cause: error });
  });
  await commands.run([python, '-m', 'pip', 'install', '--quiet', `ministack==${version}`], pipSettings());
  // A run that was ended in the middle of the installation leaves no mark, and the next begins anew.
  await commands.run(['touch', join(environmentDirectory, 'complete')]);
  return python;
}

/** How this machine reaches PyPI, where it says so. */
function pipSettings(): Record<string, string> {
  const names = /^(HOME$|PIP_|https?_proxy$|no_proxy$|SSL_CERT_|REQUESTS_CA_)/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (names.test(name) && value ? [[name, value]] : [])),
  );
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

/** Its log has what went wrong inside a function. */
function tellTail(server: GuardedProcess): void {
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
