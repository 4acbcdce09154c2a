import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { lowDiskSpaceError } from '../../local/disk-failure.ts';
import { type GuardedProcess, startGuarded } from '../../local/guarded-process.ts';
import { openLog } from '../../local/log.ts';
import type { Quickstart } from '../../local/quickstart.ts';
import { descendantsOf } from '../e2e/support/processes.ts';

const start = join(import.meta.dirname, '..', '..', 'local', 'start.mjs');
const READY_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 30_000;
const MEGABYTE = 1024 * 1024;
/** The database is larger: whatever is added to its file is refused. */
const LARGEST_FILE_BYTES = 4096;
/** Takes every write as a full disk does. */
const fullDevice = '/dev/full';
/** A directory of the kernel: nobody makes a file in it, not even root. */
const kernelDirectory = '/sys/kernel';
const onLinux = process.platform === 'linux';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
});

/** A stack as a process of its own, whose output and exit code are looked at. */
function startStackOn(dataDirectory: string): GuardedProcess {
  const args = [start, '--port', '0', '--data', dataDirectory, '--rate-limit', '1000000'];
  const stack = startGuarded(process.execPath, args, { graceSeconds: 20 });
  onTestFinished(async () => void (await stack.end()));
  return stack;
}

async function startReadyStackOn(dataDirectory: string) {
  const stack = startStackOn(dataDirectory);
  await expect.poll(stack.outputTail, { timeout: READY_WITHIN_MS }).toContain('Sluice is ready');
  const quickstart = JSON.parse(readFileSync(join(dataDirectory, 'quickstart.json'), 'utf8')) as Quickstart;
  return { stack, quickstart };
}

async function expectFailure(stack: GuardedProcess, message: string): Promise<void> {
  expect(await stack.exited).toBe(1);
  const output = stack.outputTail();
  expect(output).toContain(message);
  expect(output).toContain('or choose another directory with --data DIR.');
  expect(output).not.toMatch(/^\s+at /m);
}

/** An empty file system of a size on the test's directory, where this user may mount one. */
function mountSmallDisk({ skip }: TestContext, megabytes: number): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    skip('only a user who may mount a file system can fill one up');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', directory]));
}

describe('a log that cannot be written', () => {
  test.runIf(onLinux)('is told of once, and does not fail whoever logs', () => {
    const failures: string[] = [];
    const file = join(directory, 'sluice.log');
    symlinkSync(fullDevice, file);
    const log = openLog(file, { terminal: () => {}, onFailure: (message) => failures.push(message) });
    log.info('first');
    log.error('second');
    log.close();
    expect(failures).toEqual([expect.stringContaining(`${file} cannot be used: ENOSPC`)]);
  });

  test.runIf(onLinux)('ends the stack with a message, and a restart that can write it goes on', async () => {
    const log = join(directory, 'sluice.log');
    symlinkSync(fullDevice, log);
    // The first line is that of the sweep, which runs when the stack starts.
    await expectFailure(startStackOn(directory), `${log} cannot be used: ENOSPC: no space left on device`);
    rmSync(log);
    const { quickstart } = await startReadyStackOn(directory);
    await new Sluice(quickstart).fundSandbox({ amount: '10.00' });
    expect(await new Sluice(quickstart).getBalance()).toMatchObject({ available: '10.00' });
  });
});

describe('a data directory that takes no files', () => {
  test.runIf(onLinux)('ends the start with a message that names it', async () => {
    await expectFailure(startStackOn(kernelDirectory), `${kernelDirectory} cannot be used: E`);
  });

  test('because its disk is read-only ends the start with a message that names it', async (context) => {
    mountSmallDisk(context, 1);
    execFileSync('mount', ['-o', 'remount,ro', directory]);
    await expectFailure(startStackOn(directory), `${directory} cannot be used: EROFS: read-only file system`);
  });
});

describe('a disk with little room left', () => {
  test('is noticed before it is full', () => {
    expect(lowDiskSpaceError(directory, 0)).toBeUndefined();
    expect(lowDiskSpaceError(directory, 2 ** 60)?.message).toContain(`${directory} cannot be used: less than`);
  });

  test('ends the start with a message that names it', async (context) => {
    mountSmallDisk(context, 10);
    await expectFailure(startStackOn(directory), `${directory} cannot be used: less than 16 MB is free`);
  });

  test('and none at all ends the start with a message that names it', async (context) => {
    mountSmallDisk(context, 1);
    writeFileSync(join(directory, 'other'), Buffer.alloc(MEGABYTE - 8192));
    await expectFailure(startStackOn(directory), `${directory} cannot be used: ENOSPC: no space left on device`);
  });

  test('ends a stack under load with a message, and a restart finds what was acknowledged', async (context) => {
    mountSmallDisk(context, 20);
    const other = join(directory, 'other');
    writeFileSync(other, Buffer.alloc(3 * MEGABYTE));
    const { stack, quickstart } = await startReadyStackOn(directory);

    const acknowledged = await fundUntilFailure(quickstart);

    await expectFailure(stack, `${directory} cannot be used: less than 16 MB is free`);
    rmSync(other);
    const again = await startReadyStackOn(directory);
    const { available } = await new Sluice(again.quickstart).getBalance();
    // The last deposit may have been committed without an answer.
    expect([`${acknowledged}.00`, `${acknowledged + 1}.00`]).toContain(available);
  });
});

describe('a database that cannot write although there is room', () => {
  test.runIf(onLinux)('ends the stack with a message', async () => {
    const { stack, quickstart } = await startReadyStackOn(directory);
    limitFilesOfDatabase();
    await fundUntilFailure(quickstart);
    await expectFailure(stack, `${join(directory, 'dynamodb')} cannot be used: DynamoDB Local could not write`);
  });
});

/** As a quota or a broken disk would, which no look at the free room tells. */
function limitFilesOfDatabase(): void {
  const stackPid = Number.parseInt(readFileSync(join(directory, 'lock'), 'utf8'), 10);
  for (const pid of descendantsOf(stackPid)) {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${LARGEST_FILE_BYTES}`]);
  }
}

/** Credits one unit after the other until the stack has ended. @returns how many were acknowledged */
async function fundUntilFailure(quickstart: Quickstart): Promise<number> {
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
