import { beforeAll, describe, expect, test } from 'vitest';
import { quotedByName } from '../support/quotes.ts';
import { type Caller, faultsOf, newCaller, payeeOf, refusalOf, useService } from './support.ts';

const stage = useService();
let caller: Caller;

beforeAll(async () => {
  caller = await newCaller(stage.http);
});

async function reasons(currency?: string): Promise<string[]> {
  const { data } = await caller.sluice.listPaymentReasons(currency === undefined ? {} : { currency });
  return data.map(({ id }) => id);
}

describe('Endpoints > List payment reasons', quotedByName, () => {
  test('`GET P/payment-reasons?currency=<ISO 4217>`.', async () => {
    expect(await reasons('EUR')).toContain('salary');
    expect(caller.exchanges.at(-1)?.request).toBe('GET P/payment-reasons?currency=EUR');
    expect(await faultsOf(caller.sluice.listPaymentReasons({ currency: 'euro' }))).toEqual(['currency']);
  });

  test('`currency` optional (omit for the default catalog).', async () => {
    expect(await reasons()).toContain('salary');
    expect(caller.exchanges.at(-1)?.request).toBe('GET P/payment-reasons');
  });

  test('200: accepted `purposeOfPayment` values', async () => {
    const destinationAccountId = await payeeOf(caller, { corridorId: 'inr_in_account' });
    for (const purposeOfPayment of await reasons('INR')) {
      const quote = await caller.sluice.createQuote({ amount: '10.00', destinationAccountId, purposeOfPayment });
      expect(quote.purposeOfPayment).toBe(purposeOfPayment);
    }
  });

  test('ids differ by network, so send back exactly an `id` from the list.', async () => {
    const [reason = ''] = await reasons('INR');
    expect(await reasons('EUR')).not.toContain(reason);
    const euros = { amount: '10.00', destinationAccountId: await payeeOf(caller) };
    for (const purposeOfPayment of [reason, 'Salary']) {
      expect(await faultsOf(caller.sluice.createQuote({ ...euros, purposeOfPayment }))).toEqual(['purposeOfPayment']);
    }
  });

  test('400 `BAD_REQUEST` (no approved way to carry the request).', async () => {
    const refusal = await refusalOf(caller.sluice.listPaymentReasons({ currency: 'JPY' }));
    expect(refusal).toMatchObject({ type: 'BAD_REQUEST', status: 400 });
  });
});
