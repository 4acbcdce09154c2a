import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { descendantsOf } from '../../e2e/support/processes.ts';
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
} from '../data/disk-under-test.ts';

const option = '--dynamodb-local';
/** The database is larger: whatever is added to its file is refused. */
const largestFileBytes = 4096;

test('a disk with little room left ends a stack under load, and a restart finds what was acknowledged', async (context) => {
  const directory = createDataDirectory();
  mountSmallDisk(context, directory, 20);
  const { stack, quickstart } = await startReadyStackOn(directory, option);
  const makeRoom = fillDisk(directory, 16.3 * MEGABYTE);

  const acknowledged = await fundUntilFailure(quickstart);

  await expectFailure(stack, `${directory}/dynamodb cannot be used: less than 16 MB is free`);
  makeRoom();
  await expectFunds((await startReadyStackOn(directory, option)).quickstart, acknowledged);
});

test.runIf(process.platform === 'linux')(
  'a database that cannot write although there is room ends the stack',
  async () => {
    const directory = createDataDirectory();
    const { stack, quickstart } = await startReadyStackOn(directory, option);
    // As a quota or a broken disk would, which no look at the free room tells.
    for (const pid of descendantsOf(pidOn(directory))) {
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${largestFileBytes}`]);
    }
    expect(await fundUntilFailure(quickstart)).toBeGreaterThanOrEqual(0);
    await expectFailure(stack, `${join(directory, 'dynamodb')} cannot be used: DynamoDB Local could not write`);
  },
);
