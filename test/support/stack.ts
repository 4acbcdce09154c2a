import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Quickstart } from '../../local/data/quickstart.ts';
import { type GuardedProcess, startGuarded } from '../../local/process/guarded-process.ts';

export interface TestStack extends Quickstart {
  readonly dataDirectory: string;
  /** Process id of the stack. */
  readonly pid: number;
  /** All that it has written to the terminal, over restarts too. */
  readonly output: () => string;
  /** Stops the stack gracefully, as Ctrl-C does. @returns the exit code. */
  stop(): Promise<number>;
  /** Kills the stack, as a crash does. */
  kill9(): Promise<void>;
  /** Starts the stack again on the same data; `baseUrl` and `pid` are new. */
  restart(): Promise<void>;
  /** Stops the stack gracefully and deletes its data. */
  [Symbol.asyncDispose](): Promise<void>;
}

interface Options {
  /** Further arguments of the command line. */
  readonly args?: readonly string[];
  readonly dataDirectory?: string;
}

/** A test project may say what all of its stacks are started with. */
const projectArguments = process.env.STACK_ARGUMENTS?.split(' ') ?? [];
const start = join(import.meta.dirname, '..', '..', 'local', 'start.mjs');
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
/** Longer than the stack takes to drain; the guard kills it after that. */
const GRACE_SECONDS = 20;

/**
 * Runs a real stack as a process of its own, on any free port, and waits until it is ready. It cannot outlive the test.
 */
export async function startTestStack({ args = [], dataDirectory }: Options = {}): Promise<TestStack> {
  const directory = dataDirectory ?? mkdtempSync(join(tmpdir(), 'sluice-'));
  let output = '';
  const keep = (text: string) => {
    output += text;
  };
  let running = await run(directory, args, keep);
  return {
    dataDirectory: directory,
    output: () => output,
    get baseUrl() {
      return running.quickstart.baseUrl;
    },
    get organizationId() {
      return running.quickstart.organizationId;
    },
    get apiKey() {
      return running.quickstart.apiKey;
    },
    get sessions() {
      return running.quickstart.sessions;
    },
    get pid() {
      return running.pid;
    },
    stop: () => running.guarded.end(),
    async kill9() {
      process.kill(running.pid, 'SIGKILL');
      await running.guarded.exited;
    },
    async restart() {
      running = await run(directory, args, keep);
    },
    async [Symbol.asyncDispose]() {
      await running.guarded.end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly guarded: GuardedProcess;
  readonly pid: number;
  readonly quickstart: Quickstart;
}

async function run(directory: string, args: readonly string[], onOutput: (text: string) => void): Promise<Running> {
  const options = ['--port', '0', '--data', directory, '--rate-limit', '1000000', ...projectArguments, ...args];
  const guarded = startGuarded(process.execPath, [start, ...options], { graceSeconds: GRACE_SECONDS, onOutput });
  await readiness(guarded);
  await workers(directory);
  return {
    guarded,
    pid: Number.parseInt(readFileSync(join(directory, 'lock'), 'utf8'), 10),
    quickstart: JSON.parse(readFileSync(join(directory, 'quickstart.json'), 'utf8')) as Quickstart,
  };
}

async function readiness(guarded: GuardedProcess): Promise<void> {
  let ended = false;
  void guarded.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!guarded.outputTail().includes('Sluice is ready')) {
    if (ended || Date.now() > deadline) {
      await guarded.end();
      throw new Error(`the stack did not start:\n${guarded.outputTail()}`);
    }
    await sleep(POLL_MS);
  }
}

/** What works on hints starts behind the answer to the first request. */
async function workers(directory: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!existsSync(join(directory, 'stand-ins.json'))) {
    if (Date.now() > deadline) throw new Error('the queues did not start');
    await sleep(POLL_MS);
  }
}
