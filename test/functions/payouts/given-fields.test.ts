import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Approval, ApprovalEntity } from '../../../shared/approvals/approval.ts';
import { hashOf } from '../../../shared/approvals/content.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { type BatchItem, BatchItemEntity } from '../../../shared/payouts/batches/batch/batch-item.ts';
import { type GivenFields, givenFields, quotedFields } from '../../../shared/payouts/payout/given.ts';
import { type Payout, PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import { type Quote, QuoteEntity } from '../../../shared/payouts/quotes/quote.ts';
import { longestMemo } from '../../../shared/ports/payout-rail.ts';
import { rememberingRail } from '../../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { guarded, pend, startApprovals, storedApproval, vote, work } from '../../shared/approvals/support.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  pathOf,
  readFeed,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';
import { TestService } from '../../support/service.ts';
import { act, advance, type Body, batchingOrganization, itemsOf, linesTo, submitted } from '../batches/support.ts';

/** A value for every field. A field that is added does not compile without one. */
const given = {
  reference: 'invoice 42',
  endUserId: 'user 7',
  purposeOfPayment: 'salary',
  metadata: { costCenter: '0042', 'shop.id': 'é 🇩🇪', toString: '[object]' },
} satisfies Required<GivenFields>;
const quoted = Object.fromEntries(Object.entries(given).filter(([name]) => name in quotedFields));

/** What only a later release knows. */
const later = { routing: { lane: ['fast', 2], note: null } };
const withLater = (known: GivenFields): GivenFields => ({ ...known, ...later });

let service: TestService;
let of: TestOrganization;
let recipient: Body;

const order = async (payoutId: string) => bodyOf(await service.get(`${pathOf(of)}/orders/${payoutId}`, of));

/** Everything that tells of a payout: orders, by id and by reference, and its events. */
async function expectEverywhere(payoutId: string, expected: object): Promise<void> {
  expect(await order(payoutId)).toMatchObject(expected);
  const found = bodyOf(await service.get(`${pathOf(of)}/orders?reference=invoice%2042`, of)).data;
  expect(found.find((payout: Body) => payout.payoutId === payoutId)).toMatchObject(expected);
  const told = (await readFeed(service, of)).filter(
    ({ type, ...event }) => type.startsWith('payout.') && event.payoutId === payoutId,
  );
  expect(told.length).toBeGreaterThan(0);
  for (const { data } of told) expect(data).toMatchObject(expected);
}

test('every field has a value here', () => {
  expect(Object.keys(given).sort()).toEqual(Object.keys(givenFields).sort());
});

describe('every field that callers give, and one of a later release,', () => {
  beforeAll(async () => {
    ({ service } = await startApprovals());
  });

  beforeEach(async () => {
    of = await batchingOrganization(service);
    recipient = await addRecipient(service, of);
  });

  test('survives the creation of a payout, and its way', async () => {
    const payout = bodyOf(await sendPayout(service, of, recipient, given));
    expect(payout).toMatchObject(given);
    const key = { organizationId: of.organizationId, payoutId: payout.payoutId };
    const stored = (await service.runtime.store.get(refTo(PayoutEntity, key))) as Payout;
    await service.runtime.store.put(PayoutEntity, { ...stored, given: withLater(stored.given) });
    await settle(service);
    expect(await order(payout.payoutId)).toMatchObject({ status: 'completed', ...given, ...later });
    expect((await readFeed(service, of)).at(-1)?.data).toMatchObject({ status: 'completed', ...given, ...later });
  });

  test('is quoted, as far as quotes take it, and the payout has it', async () => {
    const quote = await addQuote(service, of, recipient, quoted);
    expect(quote).toMatchObject(quoted);
    const key = { organizationId: of.organizationId, snapshotId: quote.snapshotId };
    const stored = (await service.runtime.store.get(refTo(QuoteEntity, key))) as Quote;
    await service.runtime.store.put(QuoteEntity, { ...stored, given: withLater(stored.given) });
    const { reference, endUserId } = given;
    const payout = bodyOf(await accept(service, of, quote, { reference, endUser: { id: endUserId } }));
    await settle(service);
    await expectEverywhere(payout.payoutId, { ...given, ...later });
  });

  test('is taken from whoever accepts, where the quote has another', async () => {
    const other = { purposeOfPayment: 'services', metadata: { costCenter: '1', left: 'out' } };
    const quote = await addQuote(service, of, recipient, other);
    const { endUserId, ...named } = given;
    const payout = bodyOf(await accept(service, of, quote, { ...named, endUser: { id: endUserId } }));
    expect(payout).toMatchObject(given);
    expect(payout.metadata).toEqual(given.metadata);
  });

  test('survives a batch: as a line, and as its payout', async () => {
    const batch = await submitted(service, of, linesTo(recipient, 1, given), { autoCommit: false });
    expect((await itemsOf(service, of, batch))[0]).toMatchObject({ status: 'pending', request: given });
    await advance(service, of, batch);
    const { batchId } = batch;
    const key = { organizationId: of.organizationId, batchId, index: 0 };
    const stored = (await service.runtime.store.get(refTo(BatchItemEntity, key))) as BatchItem;
    const request = JSON.stringify({ ...JSON.parse(stored.request), ...later });
    await service.runtime.store.put(BatchItemEntity, { ...stored, request });
    bodyOf(await act(service, of, batch, 'confirm', of));
    await settle(service);
    const [item] = await itemsOf(service, of, batch);
    expect(item).toMatchObject({ status: 'created', request: { ...given, ...later } });
    await expectEverywhere(item?.payoutId, { ...given, ...later });
  });

  test('survives an approval: voters see it, and the payout has it', async () => {
    const scene = await guarded(service);
    ({ of, recipient } = scene);
    const { approvalId } = await pend(service, scene, given);
    const stored = await storedApproval(service, of, approvalId);
    const content = JSON.stringify({ ...JSON.parse(stored.content), ...later });
    const changed: Approval = { ...stored, content };
    await service.runtime.store.put(ApprovalEntity, { ...changed, hash: hashOf(changed) });
    const { approval = undefined, ...voted } = bodyOf(await vote(service, of, approvalId, scene.voter(0)));
    expect((approval ?? voted).payout).toMatchObject({ ...given, ...later });
    await work(service, of, approvalId);
    const { data } = bodyOf(await service.get(`${pathOf(of)}/orders`, of));
    await expectEverywhere(data[0].payoutId, { ...given, ...later });
  });
});

describe('after a restore', () => {
  test.each([
    ['every field, and one of a later release, is back', given, later],
    ['the longest that can be given is back', longest(), {}],
  ])('%s', async (_, sent, added) => {
    const memory = createStore(await createTestTable());
    const payouts = rememberingRail(memory);
    service = await TestService.start({
      rails: (mode) => (mode === 'sandbox' ? { ...sandboxRails, payouts: { sandbox: payouts } } : undefined),
    });
    of = await batchingOrganization(service);
    recipient = await addRecipient(service, of);
    const since = new Date(service.clock.now).toISOString();
    const backup = await takeBackup(service.runtime.store);
    service.clock.advance(1_000);
    const { payoutId } = bodyOf(await sendPayout(service, of, recipient, sent));
    const key = { organizationId: of.organizationId, payoutId };
    const stored = (await service.runtime.store.get(refTo(PayoutEntity, key))) as Payout;
    await service.runtime.store.put(PayoutEntity, { ...stored, given: { ...stored.given, ...added } });
    await settle(service);
    const before = await order(payoutId);
    const [kept] = await takeBackup(memory);
    expect(String(kept?.memo).length).toBeLessThan(longestMemo);

    await restoreBackup(service.runtime.store, backup);
    service.hints.take();
    service.clock.advance(60 * 60 * 1000);
    for (const wish of [{ settle: true }, { release: true }]) await check({ since, ...wish });
    const after = await order(payoutId);
    expect(after).toMatchObject({ ...sent, ...added });
    expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
  });

  /** A whole run of the check, page by page. */
  async function check(input: object): Promise<void> {
    service.clock.advance(10_000);
    for (let progress: unknown; ; ) {
      const page = await performed(service, 'restore-check', { ...input, ...(progress !== undefined && { progress }) });
      progress = page.progress;
      if (progress === undefined) return;
    }
  }

  /** Quotation marks take two characters in JSON. */
  function longest(): GivenFields {
    const label = '"'.repeat(255);
    const metadata = Object.fromEntries(
      Array.from({ length: 4 }, (_, index) => [`${index}`.padEnd(40, '_'), '"'.repeat(200)]),
    );
    return { reference: label, endUserId: label, purposeOfPayment: 'salary', metadata };
  }
});
