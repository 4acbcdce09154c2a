import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runProgram } from '../../src/program.ts';
import type { World } from '../../src/world.ts';

export interface Ended {
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

/** Runs a command line within the test. */
export async function runCli(args: readonly string[], world: Partial<World> = {}): Promise<Ended> {
  let out = '';
  let err = '';
  const code = await runProgram(args, {
    print: (text) => {
      out += text;
    },
    note: (text) => {
      err += text;
    },
    isWatched: false,
    columns: () => 80,
    signal: new AbortController().signal,
    fetch,
    clock: Date.now,
    pause: async () => {},
    ...world,
  });
  return { code, out, err };
}

/** A folder that ends with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
