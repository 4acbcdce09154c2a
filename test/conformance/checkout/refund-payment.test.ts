import { beforeEach, describe, expect, test } from 'vitest';
import { type Sold, sold } from '../../shared/checkout/refunds/support.ts';
import { readsHead } from '../../support/faults.ts';
import { settle } from '../../support/journey.ts';
import { quotedByName } from '../../support/quotes.ts';
import { type Caller, callerOf, processOf, refusalOf, useService } from '../support.ts';

const stage = useService();
let sale: Sold;
let caller: Caller;

beforeEach(async () => {
  stage.http.service.clock.advance(1);
  sale = await sold(stage.http.service);
  caller = callerOf(stage.http, sale.of);
});

type Refund = Omit<Parameters<Caller['sluice']['refundCheckoutPayment']>[0], 'paymentId'>;
type Options = Parameters<Caller['sluice']['refundCheckoutPayment']>[1];

const refund = (body: Refund = {}, options?: Options, by = caller) =>
  by.sluice.refundCheckoutPayment({ paymentId: sale.paymentId, ...body }, options);
const read = () => caller.sluice.getCheckoutPayment({ paymentId: sale.paymentId });
const events = async () =>
  (await caller.sluice.listEvents()).data.map(({ type }) => type).filter((type) => /refund/.test(type));

describe('Endpoints > Refund a payment', quotedByName, () => {
  test('404 no such link or product here. 409 `REFUND_IN_PROGRESS` (one refund in flight per payment), `CONFLICT` (sandbox: another refund landed just before), idempotency conflicts, `PAYOUT_OUTCOME_UNKNOWN` on replay.', async () => {
    const unknown = { paymentId: 'pay_1_2' };
    expect(await refusalOf(caller.sluice.refundCheckoutPayment(unknown))).toMatchObject({
      type: 'NOT_FOUND',
      status: 404,
    });
    const racing = await processOf(stage.http, async (call, go) => {
      if (readsHead(call) && (await read()).refundedBase === 0) await refund({ amount: '1.00' });
      return go();
    });
    const late = refund({}, {}, callerOf(racing, sale.of));
    expect(await refusalOf(late)).toMatchObject({ type: 'CONFLICT', status: 409 });
    const silent = (amount: string) => refund({ amount }, { idempotencyKey: 'key' });
    await refusalOf(silent('1.83'));
    expect(await refusalOf(refund({ amount: '2.00' }))).toMatchObject({ type: 'REFUND_IN_PROGRESS', status: 409 });
    expect(await refusalOf(silent('1.84'))).toMatchObject({ type: 'IDEMPOTENCY_KEY_CONFLICT', status: 409 });
    stage.http.service.clock.advance(60_000);
    expect(await refusalOf(silent('1.83'))).toMatchObject({ type: 'PAYOUT_OUTCOME_UNKNOWN', status: 409 });
  });

  test('500 `PAYOUT_OUTCOME_UNKNOWN` when the processor gave no definitive answer: do not resend under a new key; read the payment: `refundedBase` moves and a refund event follows if it went through.', async () => {
    expect(await refusalOf(refund({ amount: '1.83' }))).toMatchObject({ type: 'PAYOUT_OUTCOME_UNKNOWN', status: 500 });
    expect(await read()).toMatchObject({ refundedBase: 0 });
    expect(await events()).toEqual([]);
    await settle(stage.http.service);
    expect(await read()).toMatchObject({ refundedBase: 183 });
    expect(await events()).toEqual(['checkout_payment.partially_refunded']);
  });
});
