import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { beforeFirst, createFaultyTable, type FaultyTable } from '../../../support/faults.ts';
import { accept, addQuote, expectSoundBooks, sendPayout, settle } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { available, type Controls, headOf, setControls } from '../../journal/commit/support.ts';
import { capped } from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  table = await createFaultyTable();
  service = await TestService.start({}, table);
});

describe('a cap that is set between the check at the door and the commit', () => {
  test.each<[string, Controls, string]>([
    ['single', { limits: { single: 1_00n } }, 'PAYOUT_LIMIT_EXCEEDED'],
    ['daily', { limits: { daily: 1_00n } }, 'PAYOUT_LIMIT_EXCEEDED'],
    ['per-end-user', { limits: { perEndUserDaily: 1_00n } }, 'PAYOUT_LIMIT_EXCEEDED'],
    ['threshold', { approvals: { threshold: 1_00n, quorum: 1, approvers: [] } }, 'USE_POST_PAYOUTS'],
    ['daily threshold', { approvals: { dailyThreshold: 1_00n, quorum: 1, approvers: [] } }, 'USE_POST_PAYOUTS'],
    ['velocity', { velocity: { payouts: 1, minutes: 1 } }, 'USE_POST_PAYOUTS'],
  ])('holds an accept: %s', async (_name, controls, type) => {
    const { organization, recipient } = await capped(service, {}, { endUserId: 'payee' });
    const quote = await addQuote(service, organization, recipient);
    const set = () => setControls(service.runtime, organization.organizationId, controls);
    table.intercept(beforeFirst('TransactWrite', set));
    const answer = await accept(service, organization, quote);
    table.intercept(undefined);
    expect(answer.body.type).toBe(type);
    expect(await available(service, organization)).toBe('10000.00');
  });
});

describe('twenty callers at once', { timeout: 60_000 }, () => {
  const room = 7;
  const callers = Array.from({ length: 20 }, () => randomUUID());
  const cap = BigInt(room) * 100_00n;

  test.each<[string, Controls, string | undefined]>([
    ['daily cap', { limits: { daily: cap } }, undefined],
    ['per-end-user cap, the end user named', { limits: { perEndUserDaily: cap } }, 'user'],
    ['per-end-user cap, the recipient’s end user', { limits: { perEndUserDaily: cap } }, undefined],
    ['velocity cap', { velocity: { payouts: room, minutes: 5 } }, undefined],
  ])('leave of a %s not one payout over and not one under', async (_name, controls, endUserId) => {
    const { organization, recipient } = await capped(service, controls, { endUserId: 'payee' });
    const answers = await Promise.all(
      callers.map((reference) =>
        sendPayout(service, organization, recipient, { reference, ...(endUserId && { endUserId }) }),
      ),
    );
    expect(answers.map(({ status, body }) => body.type ?? status).sort()).toEqual([
      ...Array.from({ length: room }, () => 200),
      ...Array.from({ length: callers.length - room }, () => 'PAYOUT_LIMIT_EXCEEDED'),
    ]);
    expect(await available(service, organization)).toBe('9300.00');
    await expectSoundBooks(service, organization);
  });

  test('who accept and pay and whose payouts fail meanwhile stay within the day’s cap', async () => {
    const { organization, recipient } = await capped(
      service,
      { limits: { daily: cap } },
      { outcome: 'account_invalid' },
    );
    const quotes = await Promise.all(callers.slice(0, 10).map(() => addQuote(service, organization, recipient)));
    const paid = await Promise.all([
      ...quotes.map((quote) => accept(service, organization, quote)),
      ...callers.slice(0, 10).map((reference) => sendPayout(service, organization, recipient, { reference })),
    ]);
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(room);
    const more = await Promise.all([
      settle(service).then(() => []),
      ...callers.map((reference) => sendPayout(service, organization, recipient, { reference: `again ${reference}` })),
    ]);
    const sent = more.flat().filter(({ status }) => status === 200).length;
    expect(sent).toBeLessThanOrEqual(room);
    await settle(service);
    expect((await headOf(service.runtime, organization.organizationId)).paidToday?.amount).toBe(0n);
    await expectSoundBooks(service, organization);
  });
});
