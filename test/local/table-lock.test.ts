import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { createAccount } from '../e2e/support/recipients.ts';
import { untilSettled } from '../e2e/support/until-settled.ts';
import { descriptorsOf, holdsLock } from '../support/file-locks.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const settledWithinMs = 60_000;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.[Symbol.asyncDispose]());

const folder = () => join(stack.dataDirectory, 'table');
const file = () => join(folder(), 'sluice.sqlite');

describe('the table of a running stack', () => {
  test('is for its owner alone', () => {
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    for (const name of [file(), `${file()}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  test.runIf(process.platform === 'linux')(
    'is locked, and opened by SQLite alone, whatever the stack does',
    async () => {
      const expectLocked = () => {
        expect(holdsLock(stack.pid, file())).toBe(true);
        for (const name of [file(), `${file()}-wal`]) expect(descriptorsOf(stack.pid, name)).toBe(1);
      };
      expectLocked();
      const sluice = new Sluice(stack);
      await sluice.fundSandbox({ amount: '100.00' });
      const destinationAccountId = await createAccount(sluice);
      const { snapshotId } = await sluice.createQuote({ amount: '10.00', destinationAccountId });
      await sluice.acceptQuote({ snapshotId, reference: 'lock' });
      await untilSettled(sluice, settledWithinMs);
      expectLocked();
      const ops = ['operator/main.ts', 'check', stack.organizationId, '--data', stack.dataDirectory];
      expect(execFileSync(process.execPath, ops, { encoding: 'utf8' })).toBe('sound\n');
      expectLocked();
      await stack.stop();
      await stack.restart();
      expectLocked();
    },
  );
});
