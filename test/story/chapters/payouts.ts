import { refTo } from '../../../shared/ground/table/expressions.ts';
import { removeIf } from '../../../shared/ground/table/writes.ts';
import { cancelWork, scheduleWork } from '../../../shared/journal/due/due-work.ts';
import { awaitingWork, expectedMs, FundingWatchEntity, watchRef } from '../../../shared/payouts/funding/watch.ts';
import { type Payout, PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import { awaitedFunds } from '../../support/funding/awaited-funds.ts';
import { recipientBody } from '../../support/journey.ts';
import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';

/** What other chapters go on with. */
export interface Paid {
  readonly destinationAccountId: string;
  readonly recipientId: string;
  readonly payoutId: string;
}

/** Ada is paid an invoice at a price that was agreed before, and again without. */
export async function payOut(story: Storyteller, { key, operator }: Cast): Promise<Paid> {
  await story.tell('fundSandbox', key, { body: { amount: '5000.00' } });
  await story.tell('listCorridors', key);
  await story.tell('listPayoutScenarios', key, { query: { corridorId: 'eur_de_iban' } });
  await story.tell('listPaymentReasons', key);
  await story.tell('getIndicativeRate', key, { query: { from: 'USD', to: 'EUR', amount: '100.00' } });

  const ada = { ...recipientBody({ name: 'Ada Lovelace' }), externalId: 'ada', endUserId: 'user-1815' };
  const { recipientId, methods } = await story.tell('createRecipient', key, { body: ada });
  await story.tell('getRecipient', key, { path: { recipientId } });
  await story.tell('listRecipients', key, { query: { externalId: 'ada' } });

  const [{ destinationAccountId }] = methods;
  const metadata = { costCenter: '0042', department: 'Research' };
  const quote = { amount: '100.00', destinationAccountId, metadata };
  const { snapshotId } = await story.tell('createQuote', key, { body: quote });
  const acceptance = { snapshotId, reference: 'invoice-42', endUser: { id: 'user-1815' } };
  const { payoutId } = await story.tell('acceptQuote', key, { body: acceptance });
  await story.pass(30_000);
  await story.tell('getOrder', key, { path: { payoutId } });
  await story.tell('listOrders', key, { query: { reference: 'invoice-42' } });

  const expectDestination = { amount: '45.54', tolerance: '0.01' };
  const idempotencyKey = 'pay-invoice-43';
  const pending = await story.tell('createPayout', key, {
    idempotencyKey,
    body: { amount: '50.00', destinationAccountId, reference: 'invoice-43', expectDestination },
  });
  await fundOneself(story, { key, operator }, pending.payoutId);
  await story.tell('getIdempotencyKey', key, { query: { key: idempotencyKey } });
  await otherEnds(story, { key });
  return { destinationAccountId, recipientId, payoutId };
}

/**
 * No routing of the sandbox asks for the organization's own funds, so the payout is a copy, stored as such a routing would
 * have made it.
 */
async function fundOneself(
  story: Storyteller,
  { key, operator }: Pick<Cast, 'key' | 'operator'>,
  pendingId: string,
): Promise<void> {
  const { clock, ids, store } = story.service.runtime;
  const pending = await store.get(refTo(PayoutEntity, { ...story.organization, payoutId: pendingId }));
  if (!pending) throw new Error(`there is no payout ${pendingId}`);
  const copy = async (reference: string, funding: Partial<Payout['funding']> = {}) => {
    const payoutId = ids.next('po', clock());
    const given = { ...pending.given, reference };
    const awaited = { ...awaitedFunds, funding: { ...awaitedFunds.funding, ...funding } };
    await store.put(PayoutEntity, { ...pending, payoutId, ...awaited, given });
    return { payoutId };
  };
  const path = await copy('invoice-48');
  await story.tell('getPayoutFunding', key, { path });
  await story.tell('cancelPayout', key, { path });
  // No chain is asked about a transaction that was confirmed before, and the story has none.
  const transactionHash = `0x${'3c'.repeat(32)}`;
  const sent = await copy('invoice-49', { confirming: transactionHash });
  await story.tell('confirmPayoutFunding', key, { path: sent, body: { transactionHash } });
  await quoteFunding(story, operator, await copy('invoice-50'));
}

/** The story has no chain, so nothing of what reads one stays behind. */
async function quoteFunding(story: Storyteller, operator: Cast['operator'], path: { readonly payoutId: string }) {
  const { clock, ids, store } = story.service.runtime;
  const { connectionId, contract } = awaitedFunds.funding;
  const [work, watch] = [awaitingWork({ ...story.organization, ...path }), watchRef({ connectionId, contract })];
  const often = { oftenUntil: clock() + 2 * expectedMs, compareAt: clock(), comparedBlock: 1_000, nextBlock: 1_000 };
  await store.put(FundingWatchEntity, { connectionId, contract, version: 1, ...often });
  await store.transact([scheduleWork(work, clock())], ids.token());
  await story.tell('quotePayoutFunding', operator, { path });
  await store.transact([cancelWork(work), removeIf(watch, {})], ids.token());
}

/** Payouts of the sandbox that fail, and that come back; their recipients are retired meanwhile. */
async function otherEnds(story: Storyteller, { key }: Pick<Cast, 'key'>): Promise<void> {
  for (const outcome of ['account_invalid', 'returned_by_bank']) {
    const body = recipientBody({ name: 'Luigi Menabrea', outcome, externalId: outcome });
    const { recipientId, methods } = await story.tell('createRecipient', key, { body });
    const [{ destinationAccountId }] = methods;
    await story.tell('createPayout', key, {
      body: { amount: '20.00', destinationAccountId, reference: `translation-${outcome}` },
    });
    await story.tell('retireRecipient', key, { path: { recipientId } });
  }
  await story.pass(120_000);
}
