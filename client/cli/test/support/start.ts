import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { root } from '../../../../test/support/imports.ts';
import type { Ended } from './run-cli.ts';

export const main = join(root, 'client/cli/src/main.ts');

/** A program that runs as a process of its own. */
export interface Started {
  /** Resolves when standard error has this text. */
  says(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Reads nothing more of an output, or of both. */
  close(which?: 'stdout'): void;
  ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>;
}

/** Starts a program as a process of its own; it ends with the test. */
export function start(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  stdout: 'pipe' | number = 'pipe',
): Started {
  const child = spawn(command, args, { env, stdio: ['ignore', stdout, 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout?.on('data', (text) => {
    out += text;
  });
  child.stderr?.on('data', (text) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }));
  const says = async (text: string) => {
    while (!err.includes(text)) {
      if (child.exitCode !== null) throw new Error(`it ended before it said "${text}":\n${err}`);
      await sleep(10);
    }
  };
  const close = (which?: 'stdout') => {
    child.stdout?.destroy();
    if (which === undefined) child.stderr?.destroy();
  };
  return { says, close, kill: (signal) => void child.kill(signal), ended };
}
