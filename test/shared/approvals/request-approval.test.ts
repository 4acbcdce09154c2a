import { beforeAll, describe, expect, test } from 'vitest';
import { expectError, storedItems } from '../../support/answers.ts';
import {
  addQuote,
  bodyOf,
  expectSoundBooks,
  pathOf,
  readFeed,
  readLedger,
  recipientBody,
  sendPayout,
} from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { TestService } from '../../support/service.ts';
import { headOf, suspend } from '../journal/commit/support.ts';
import { approvalOf, balanceOf, guarded, pend, posted, startApprovals, storedApproval, told } from './support.ts';

const transitions = 'States and transitions > Approval';
const others = 'Endpoints > Other referenced operations';

let stage: Awaited<ReturnType<typeof startApprovals>>;
let service: TestService;

beforeAll(async () => {
  stage = await startApprovals();
  service = stage.service;
});

describe('a payout above the threshold', () => {
  test(
    'is answered 202, held and announced, and no payout exists yet',
    quotes({
      [transitions]: 'approvals required | pending | response 202 with an approval id; no payout exists yet',
      [others]: 'may answer 202 `pending_approval` with an approval id',
      'Endpoints > Accept a quote (sends the money)': 'that may answer 202 `pending_approval`',
    }),
    async () => {
      const { of, recipient, rules } = await guarded(service, { quorum: 2 });
      const more = { reference: 'invoice 7', expectDestination: { amount: '91.00' } };
      const pending = await pend(service, { of, recipient }, more);
      const expiresAt = new Date(service.clock.now + 24 * 60 * 60_000).toISOString();
      const at = new Date(service.clock.now).toISOString();
      expect(pending).toEqual({ status: 'pending_approval', approvalId: expect.stringMatching(/^apr_/), expiresAt });
      const approval = await approvalOf(service, of, pending.approvalId);
      expect(approval).toEqual({
        approvalId: pending.approvalId,
        kind: 'payout',
        status: 'pending',
        initiator: { apiKeyPrefix: of.key.prefix, apiKeyId: of.key.id, issuedBy: 'test' },
        electorate: rules.approvers,
        required: 2,
        votes: [],
        payout: {
          recipientId: recipient.recipientId,
          destinationAccountId: recipient.methods[0].destinationAccountId,
          amount: '100.00',
          amountLeg: 'source',
          reference: 'invoice 7',
          expectDestination: { amount: '91.00', tolerance: '0' },
        },
        contentHash: (await storedApproval(service, of, pending.approvalId)).hash,
        held: { amount: '100.00', currency: 'USD' },
        expiresAt,
        createdAt: at,
        updatedAt: at,
      });
      expect(await balanceOf(service, of)).toEqual({ available: '900.00', held: '100.00' });
      const row = (await readLedger(service, of)).at(-1);
      expect(row).toMatchObject({ type: 'hold', amount: '-100.00', approvalId: pending.approvalId });
      expect(row).not.toHaveProperty('net');
      const event = (await readFeed(service, of)).at(-1);
      expect(event).toMatchObject({ type: 'payout_approval.requested', data: approval });
      expect(event).not.toHaveProperty('payoutId');
      expect(bodyOf(await service.get(`${pathOf(of)}/orders`, of)).data).toEqual([]);
      await expectSoundBooks(service, of);
    },
  );

  test(
    'is one that debits more than it, fee included; the threshold itself is not above',
    quotes({ [transitions]: '(none) | `POST /payouts` above threshold', [others]: 'enforces approval threshold' }),
    async () => {
      const { of, recipient } = await guarded(service);
      expect(bodyOf(await sendPayout(service, of, recipient, { amount: '50.00' })).status).toBe('pending');
      await pend(service, { of, recipient }, { amount: '50.01' });
      // 49.50 and a fee of 0.50.
      expect(
        bodyOf(await sendPayout(service, of, recipient, { amount: '49.50', amountLeg: 'source_net' })).status,
      ).toBe('pending');
      await pend(service, { of, recipient }, { amount: '49.51', amountLeg: 'source_net' });
    },
  );

  test('sent again under its key gets the same answer, and holds nothing more', async () => {
    const { of, recipient } = await guarded(service);
    const body = { amount: '100.00', destinationAccountId: recipient.methods[0].destinationAccountId };
    const request = () => service.post(`${pathOf(of)}/payouts`, of, body, { idempotencyKey: 'once' });
    const [first, second] = [await request(), await request()];
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(second, 202)).toEqual(bodyOf(first, 202));
    expect(await posted(service, of)).toEqual(['hold -100.00']);
  });

  test('of the same body under another key is a duplicate', async () => {
    const { of, recipient } = await guarded(service);
    await pend(service, { of, recipient }, { reference: 'once' });
    const twin = await sendPayout(service, of, recipient, { reference: 'once' });
    expectError(twin, 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: expect.any(String) });
    expect(await posted(service, of)).toEqual(['hold -100.00']);
  });

  test('takes no room under a cap until it is sent', async () => {
    const { of, recipient, rules, control } = await guarded(service);
    await control({ approvals: rules, limits: { daily: 100_00n }, velocity: { payouts: 1, minutes: 10 } });
    await pend(service, { of, recipient });
    await pend(service, { of, recipient });
    const { paidToday, recentPayouts } = await headOf(service.runtime, of.organizationId);
    expect([paidToday, recentPayouts]).toEqual([undefined, undefined]);
  });
});

describe('what would refuse a payout refuses it before anybody votes, and nothing is held', () => {
  test.each([
    ['a cap', { limits: { daily: 99_99n } }, {}, 'PAYOUT_LIMIT_EXCEEDED'],
    ['a velocity cap', { velocity: { payouts: 0, minutes: 10 } }, {}, 'PAYOUT_LIMIT_EXCEEDED'],
    ['the balance', {}, { amount: '1000.01' }, 'INSUFFICIENT_BALANCE'],
    ['a price that has drifted', {}, { expectDestination: { amount: '99.00' } }, 'RATE_DRIFT_EXCEEDED'],
    ['the range of the corridor', {}, { amount: '250000.01' }, 'BAD_REQUEST'],
    ['an amount that is none', {}, { amount: '0' }, 'BAD_REQUEST'],
  ] as const)('%s', async (_what, controls, body, type) => {
    const { of, recipient, rules, control } = await guarded(service);
    await control({ approvals: rules, ...controls });
    expectError(await sendPayout(service, of, recipient, body), type);
    expect([await posted(service, of), await told(service, of)]).toEqual([[], []]);
  });

  test('a blocked recipient, an unknown account, a suspended organization', async () => {
    const { of, recipient } = await guarded(service);
    const body = recipientBody({ outcome: 'screening_refused', externalId: 'blocked' });
    const create = () => service.post(`/recipients/${of.organizationId}`, of, body);
    expectError(await create(), 'PAYOUT_REFUSED');
    const blocked = bodyOf(await create(), 201);
    expectError(await sendPayout(service, of, blocked), 'PAYOUT_REFUSED');
    const unknown = { destinationAccountId: `${recipient.methods[0].destinationAccountId.slice(0, -4)}0000` };
    expectError(await sendPayout(service, of, recipient, unknown), 'DESTINATION_ACCOUNT_NOT_FOUND');
    await suspend(service.runtime, of.organizationId);
    expectError(await sendPayout(service, of, recipient), 'ACCOUNT_BLOCKED');
    expect((await headOf(service.runtime, of.organizationId)).balances.USD).toEqual({ available: 1000_00n, held: 0n });
  });
});

describe('no way around', () => {
  test('quotes and acceptances are sent to POST payouts, at any amount', async () => {
    const { of, recipient, rules, control } = await guarded(service);
    await control({ approvals: undefined });
    const { snapshotId } = await addQuote(service, of, recipient);
    await control({ approvals: rules });
    const { destinationAccountId } = recipient.methods[0];
    const quote = { amount: '1.00', destinationAccountId };
    expectError(await service.post(`${pathOf(of)}/quotes/offramp`, of, quote), 'USE_POST_PAYOUTS');
    expectError(await service.post(`${pathOf(of)}/quotes/accept`, of, { snapshotId }), 'USE_POST_PAYOUTS');
    expect((await storedItems(service, 'payout')).filter((item) => item.organizationId === of.organizationId)).toEqual(
      [],
    );
  });

  test('of twenty at once against a balance that covers three, exactly three are held', {
    timeout: 60_000,
  }, async () => {
    const { of, recipient } = await guarded(service);
    const amount = '300.00';
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendPayout(service, of, recipient, { amount })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.type === 'INSUFFICIENT_BALANCE')).toHaveLength(17);
    expect(await balanceOf(service, of)).toEqual({ available: '100.00', held: '900.00' });
    await expectSoundBooks(service, of);
  });
});
