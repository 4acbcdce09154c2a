import { mostSimulated } from '../../../../../shared/checkout/sandbox/simulate-checkout-payment.ts';
import { addLink } from '../../../../support/checkout/links.ts';
import { createCustomer } from '../../service/customer.ts';
import type { LambdaProcess } from '../../service/fleet.ts';
import { type Call, callers, measureRate, prepareAccepts, type Rate, signedCall } from '../../service/modelled-rate.ts';

/** Simulated payments of one organization on the modelled store, and accepts of payouts by as many callers. */
export interface PaymentsFigures {
  readonly callers: number;
  readonly payments: Rate;
  readonly accepts: Rate;
}

/** Nothing is settled beside either, so that the two are the same work but for what they write. */
export async function measurePayments(count: number): Promise<PaymentsFigures> {
  return {
    callers,
    payments: await measureRate(count, preparePayments),
    accepts: await measureRate(count, prepareAccepts),
  };
}

async function preparePayments(aside: LambdaProcess, count: number): Promise<Call[]> {
  const customer = await createCustomer(aside);
  const calls: Call[] = [];
  while (calls.length < count) {
    const { link } = await addLink(aside.runtime, customer);
    const parameters = { linkId: link.linkId };
    for (let paid = 0; paid < mostSimulated; paid += 1)
      calls.push(signedCall(customer, { operation: 'simulateCheckoutPayment', parameters, body: {} }));
  }
  return calls;
}
