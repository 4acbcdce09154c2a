import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Longer than any call of a test takes. */
const timeoutMs = 30_000;
/** Lines of the log that are shown with a failure. */
const shownLines = 20;

interface Invocation {
  /** Path of the bundle, which exports `handler`. */
  readonly bundle: string;
  /** All of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly event: unknown;
  /** The time that the function sees, standing still; the real one when absent. */
  readonly nowMs?: number;
}

/** A process that calls the exported handlers of bundles and knows nothing else. */
export interface Lambda {
  /** @returns what the handler returned, through JSON; @throws Error when it threw */
  invoke(invocation: Invocation): Promise<unknown>;
  /** The last lines that the functions have logged. */
  log(): string;
  stop(): Promise<void>;
}

/** @param environment of the process itself, for what Node reads at its start */
export function startLambda(environment: Readonly<Record<string, string>> = {}): Lambda {
  const child = fork(join(import.meta.dirname, 'lambda-host.mjs'), {
    env: environment,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      log = (log + part).split('\n').slice(-shownLines).join('\n');
    });
  }
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  child.on('message', ({ call, result, failure }: { call: number; result?: unknown; failure?: string }) => {
    const waiter = waiting.get(call);
    waiting.delete(call);
    if (failure === undefined) waiter?.resolve(result);
    else waiter?.reject(new Error(`${failure}\n${log}`));
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      for (const { reject } of waiting.values())
        reject(new Error(`the process of the bundles ended (${code})\n${log}`));
      waiting.clear();
      resolve();
    });
  });
  return {
    invoke(invocation) {
      calls += 1;
      const waiter = Promise.withResolvers<unknown>();
      waiting.set(calls, waiter);
      child.send({ call: calls, timeoutMs, ...invocation });
      return waiter.promise;
    },
    log: () => log,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
