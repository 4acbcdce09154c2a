import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CreatePayout, Payout } from '../../client/src/index.ts';
import { storePayout } from '../functions/payouts/support.ts';
import { settle } from '../support/journey.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { availableOf, type Caller, faultsOf, newCaller, payeeOf, refusalOf, useService } from './support.ts';

const stage = useService();
let caller: Caller;
let destinationAccountId: string;
/** One payout of each outcome, as it was created and as it ended. */
const created: Record<string, Payout> = {};
const ended: Record<string, Payout> = {};

const outcomes = ['completed', 'account_invalid', 'compliance_rejected', 'returned_by_bank', 'unknown_funds_kept'];
const statuses = ['canceled', 'completed', 'failed', 'pending', 'processing', 'returned'];

beforeAll(async () => {
  caller = await newCaller(stage.http);
  destinationAccountId = await payeeOf(caller, { serial: 1 });
  for (const outcome of outcomes) {
    created[outcome] = await pay({ destinationAccountId: await payeeOf(caller, { outcome }) });
  }
  await settle(stage.http.service);
  for (const outcome of outcomes) ended[outcome] = await orderOf(created[outcome]);
});

const pay = (body: Partial<CreatePayout> = {}) =>
  sent(caller.sluice.createPayout({ amount: '10.00', destinationAccountId, reference: randomUUID(), ...body }));
const orderOf = (payout: Payout | undefined) => caller.sluice.getOrder({ payoutId: payout?.payoutId ?? '' });
const cancel = ({ payoutId }: Payout) => caller.sluice.cancelPayout({ payoutId });
const list = (params: object) => caller.sluice.listOrders(params);

/** A payout that awaits the organization's own funds. */
async function selfFunded() {
  const { payoutId } = await storePayout(stage.http.service, caller.of);
  return caller.sluice.getOrder({ payoutId });
}

describe('Resources and their fields > Payout', quotedByName, () => {
  test('`payoutId` | opaque string returned by create or accept', async () => {
    const { snapshotId } = await caller.sluice.createQuote({ amount: '10.00', destinationAccountId });
    const payouts = [await pay(), await caller.sluice.acceptQuote({ snapshotId })];
    for (const payout of payouts) {
      expect(payout.payoutId).toMatch(/^\S+$/);
      expect(await orderOf(payout)).toEqual(payout);
    }
    expect(payouts[0]?.payoutId).not.toBe(payouts[1]?.payoutId);
  });

  test('`status` | `pending`, `processing`, `completed`, `failed`, `returned`, `canceled`', async () => {
    await cancel(await selfFunded());
    const { data } = await caller.sluice.listEvents({ limit: 500 });
    const told = data.flatMap(({ data }) => ('destinationAccountId' in data ? data.status : []));
    const read = (await list({})).data.map(({ status }) => status);
    expect([...new Set([...told, ...read])].toSorted()).toEqual(statuses);
    for (const status of statuses) {
      for (const order of (await list({ status })).data) expect(order.status).toBe(status);
    }
    for (const status of ['pending_approval', 'settled', ''])
      expect((await faultsOf(list({ status })))[0]).toMatch(/^status/);
  });

  test('`failureCode` | present when the payout failed; values in States and transitions', async () => {
    expect(Object.values(ended).map(({ status, failureCode }) => [status, failureCode])).toEqual([
      ['completed', undefined],
      ['failed', 'account_invalid'],
      ['failed', 'compliance_rejected'],
      ['returned', 'returned_by_bank'],
      ['failed', 'unknown'],
    ]);
    for (const payout of Object.values(created)) expect(payout).not.toHaveProperty('failureCode');
  });

  test('`fundsReturned` | indicates whether funds came back; read it before changing a ledger after `failed`', async () => {
    const returned = Object.fromEntries(outcomes.map((outcome) => [outcome, ended[outcome]?.fundsReturned]));
    expect(returned).toEqual({
      completed: undefined,
      account_invalid: true,
      compliance_rejected: false,
      returned_by_bank: true,
      unknown_funds_kept: false,
    });
    for (const { payoutId, fundsReturned } of Object.values(ended)) {
      const { data } = await caller.sluice.listBalanceTransactions({ orderId: payoutId });
      expect(data.some(({ type }) => type === 'payout_return')).toBe(fundsReturned ?? false);
    }
  });

  test('`requiresFunding` | boolean; `true` when the organization must fund the payout itself', async () => {
    const own = await selfFunded();
    expect(own.requiresFunding).toBe(true);
    expect((await cancel(own)).status).toBe('canceled');
    const available = await availableOf(caller);
    const payout = await pay();
    expect(payout.requiresFunding).toBe(false);
    expect(Number(available) - Number(await availableOf(caller))).toBe(10);
    expect(await refusalOf(cancel(payout))).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
  });

  test('amounts, `fee`, rate | amounts are decimal strings beside a currency; `fee` is `{ amount, currency }`', () => {
    for (const payout of [...Object.values(created), ...Object.values(ended)]) {
      expect(payout).toMatchObject({
        sourceAmount: '10.00',
        sourceCurrency: 'USD',
        destinationAmount: '8.74',
        destinationCurrency: 'EUR',
        rate: '0.92',
      });
      expect(payout.fee).toEqual({ amount: '0.50', currency: 'USD' });
    }
  });
});
