import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { Sluice } from '../../../client/src/index.ts';
import type { Quickstart } from '../../../local/data/quickstart.ts';
import { type GuardedProcess, startGuarded } from '../../../local/process/guarded-process.ts';

const start = join(import.meta.dirname, '..', '..', '..', 'local', 'start.mjs');
const READY_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 30_000;
const MEGABYTE = 1024 * 1024;

/** A data directory for the time of a test. */
export function createDataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A stack as a process of its own, whose output and exit code are looked at. */
export function startStackOn(dataDirectory: string, ...more: string[]): GuardedProcess {
  const args = [start, '--port', '0', '--data', dataDirectory, '--rate-limit', '1000000', ...more];
  const stack = startGuarded(process.execPath, args, { graceSeconds: 20 });
  onTestFinished(async () => void (await stack.end()));
  return stack;
}

export async function startReadyStackOn(dataDirectory: string, ...more: string[]) {
  const stack = startStackOn(dataDirectory, ...more);
  await expect.poll(stack.outputTail, { timeout: READY_WITHIN_MS }).toContain('Sluice is ready');
  const quickstart = JSON.parse(readFileSync(join(dataDirectory, 'quickstart.json'), 'utf8')) as Quickstart;
  return { stack, quickstart };
}

/** The process id of the stack on a data directory. */
export function pidOn(dataDirectory: string): number {
  return Number.parseInt(readFileSync(join(dataDirectory, 'lock'), 'utf8'), 10);
}

/** Expects a stack to end with a sentence that says what is wrong, and with a way out. */
export async function expectFailure(
  stack: GuardedProcess,
  message: string | RegExp,
  wayOut = 'or choose another directory with --data DIR.',
): Promise<void> {
  expect(await stack.exited).toBe(1);
  const output = stack.outputTail();
  expect(output).toMatch(message);
  expect(output).toContain(wayOut);
  expect(output).not.toMatch(/^\s+at /m);
}

/** An empty file system of a size on a directory, where this user may mount one. */
export function mountSmallDisk({ skip }: TestContext, directory: string, megabytes: number): void {
  mkdirSync(directory, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    skip('only a user who may mount a file system can fill one up');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', directory]));
}

/** Fills the disk of a directory up, but for a few bytes. @returns makes room again */
export function fillDisk(directory: string, freeBytes: number): () => void {
  const { bavail, bsize } = statfsSync(directory);
  const file = join(directory, 'other');
  writeFileSync(file, Buffer.alloc(bavail * bsize - freeBytes));
  return () => rmSync(file);
}

/** Credits one unit after the other until the stack has ended. @returns how many were acknowledged */
export async function fundUntilFailure(quickstart: Quickstart): Promise<number> {
  const sluice = new Sluice({ ...quickstart, maxRetries: 0 });
  const deadline = Date.now() + ENDS_WITHIN_MS;
  for (let acknowledged = 0; ; acknowledged += 1) {
    if (Date.now() > deadline) throw new Error(`the disk is not full after ${acknowledged} deposits`);
    const isAcknowledged = await sluice.fundSandbox({ amount: '1.00' }).then(
      () => true,
      () => false,
    );
    if (!isAcknowledged) return acknowledged;
  }
}

/** Expects a stack to find what another one acknowledged. Its last deposit may have been committed without an answer. */
export async function expectFunds(quickstart: Quickstart, acknowledged: number): Promise<void> {
  const { available } = await new Sluice(quickstart).getBalance();
  expect([`${acknowledged}.00`, `${acknowledged + 1}.00`]).toContain(available);
}

export { MEGABYTE };
