import { beforeAll, describe, expect, test, vi } from 'vitest';
import { lockMs } from '../../../../shared/journal/idempotency/record.ts';
import { auditRows } from '../../../support/answers.ts';
import { type CrashPoint, crashAt } from '../../../support/crash.ts';
import { TestService } from '../../../support/service.ts';
import { operations, prepared, send } from './support.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** Sends a request to a process that dies on the way. @returns false when it was answered before. */
async function dies(operation: string, point: CrashPoint): Promise<boolean> {
  const request = await prepared(operation, service);
  const { intercept, crashed } = crashAt(point);
  const outcome = await Promise.race([crashed, send(service.process(intercept), request, 'key')]);

  const early = await send(service, request, 'key');
  expect([200, 201, 409], early.text).toContain(early.status);
  service.clock.advance(lockMs);
  const retried = await send(service, request, 'key');
  expect(retried.status, `${JSON.stringify(point)} ${retried.text}`).toBeLessThan(300);
  expect(await request.executions(), JSON.stringify(point)).toBe(1);
  const rows = await auditRows(service, request.organization);
  const resources = rows.filter(({ outcome: is }) => is === 'succeeded').map(({ resourceId }) => resourceId);
  expect(new Set(resources).size, JSON.stringify(point)).toBe(resources.length);
  return outcome === 'crashed';
}

describe.each(operations)(
  '%s, killed at any call to the table and retried with the same key, executes once',
  (operation) => {
    test.each(['before', 'after'] as const)('%s the call took effect', async (moment) => {
      let call = 1;
      while (await dies(operation, { call, moment })) call += 1;
      // Key with organization, nonce, rate, record, one read at least, commit.
      expect(call).toBeGreaterThan(6);
    });
  },
);
