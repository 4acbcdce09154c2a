import { execFileSync } from 'node:child_process';
import { rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { Sluice } from '../../../client/src/index.ts';
import { lowDiskSpaceError } from '../../../local/data/disk-failure.ts';
import { openLog } from '../../../local/process/log.ts';
import {
  createDataDirectory,
  expectFailure,
  expectFunds,
  fillDisk,
  fundUntilFailure,
  MEGABYTE,
  mountSmallDisk,
  pidOn,
  startReadyStackOn,
  startStackOn,
} from './disk-under-test.ts';

/** Takes every write as a full disk does. */
const fullDevice = '/dev/full';
/** A directory of the kernel: nobody makes a file in it, not even root. */
const kernelDirectory = '/sys/kernel';
const onLinux = process.platform === 'linux';

let directory: string;

beforeEach(() => {
  directory = createDataDirectory();
});

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
    mountSmallDisk(context, directory, 1);
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
    mountSmallDisk(context, directory, 10);
    await expectFailure(startStackOn(directory), `${directory} cannot be used: less than 16 MB is free`);
  });

  test('and none at all ends the start with a message that names it', async (context) => {
    mountSmallDisk(context, directory, 1);
    writeFileSync(join(directory, 'other'), Buffer.alloc(MEGABYTE - 8192));
    await expectFailure(startStackOn(directory), `${directory} cannot be used: less than 16 MB is free`);
  });
});

describe('a table that cannot be written', () => {
  const table = () => join(directory, 'table');
  const file = () => join(table(), 'sluice.sqlite');

  test('because its disk is full ends the stack with a message, and a restart finds what was acknowledged', async (context) => {
    mountSmallDisk(context, table(), 20);
    const { stack, quickstart } = await startReadyStackOn(directory);
    const makeRoom = fillDisk(table(), MEGABYTE);

    const acknowledged = await fundUntilFailure(quickstart);

    expect(acknowledged).toBeGreaterThan(0);
    await expectFailure(stack, `${file()} cannot be used: database or disk is full`);
    makeRoom();
    await expectFunds((await startReadyStackOn(directory)).quickstart, acknowledged);
  });

  test('nor its log, because the disk of both is full, ends the stack in the same way', async (context) => {
    mountSmallDisk(context, directory, 20);
    const { stack, quickstart } = await startReadyStackOn(directory);
    const makeRoom = fillDisk(directory, MEGABYTE);

    const acknowledged = await fundUntilFailure(quickstart);

    await expectFailure(stack, /sluice\.(sqlite|log) cannot be used: (database or disk is full|ENOSPC)/);
    makeRoom();
    await expectFunds((await startReadyStackOn(directory)).quickstart, acknowledged);
  });

  test('although there is room ends the stack with a message', async (context) => {
    if (!onLinux) context.skip('only Linux limits the files of a running process');
    const { stack, quickstart } = await startReadyStackOn(directory);
    // As a quota or a broken disk would, which no look at the free room tells.
    const { size } = statSync(`${file()}-wal`);
    execFileSync('prlimit', ['--pid', String(pidOn(directory)), `--fsize=${size}`]);

    const acknowledged = await fundUntilFailure(quickstart);

    await expectFailure(stack, `${file()} cannot be used: disk I/O error`);
    await expectFunds((await startReadyStackOn(directory)).quickstart, acknowledged);
  });

  test('because its disk is read-only ends the start with a message', async (context) => {
    mountSmallDisk(context, table(), 20);
    const { stack, quickstart } = await startReadyStackOn(directory);
    await new Sluice(quickstart).fundSandbox({ amount: '1.00' });
    await stack.end();
    execFileSync('mount', ['-o', 'remount,ro', table()]);

    await expectFailure(startStackOn(directory), `${file()} cannot be used: `);

    execFileSync('mount', ['-o', 'remount,rw', table()]);
    await expectFunds((await startReadyStackOn(directory)).quickstart, 1);
  });
});
