import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CreatePayout } from '../../client/src/index.ts';
import { storePayout } from '../functions/payouts/support.ts';
import { settle } from '../support/journey.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import {
  availableOf,
  type Caller,
  changeOrganization,
  faultsOf,
  newCaller,
  payeeOf,
  refusalOf,
  useService,
} from './support.ts';

const stage = useService();
let caller: Caller;
let destinationAccountId: string;

beforeEach(async () => {
  caller = await newCaller(stage.http);
  destinationAccountId = await payeeOf(caller);
});

async function pay(body: object = {}) {
  const payout = { amount: '100.00', destinationAccountId, reference: randomUUID(), ...body };
  return sent(caller.sluice.createPayout(payout as CreatePayout));
}

const lastRequest = () => caller.exchanges.at(-1)?.request;

describe('Endpoints > Other referenced operations', quotedByName, () => {
  test('`POST P/payouts` | create and send a payout', async () => {
    const { payoutId, status } = await pay();
    expect(lastRequest()).toBe('POST P/payouts');
    expect(status).toBe('pending');
    expect(await availableOf(caller)).toBe('900.00');
    await settle(stage.http.service);
    expect((await caller.sluice.getOrder({ payoutId })).status).toBe('completed');
  });

  test(
    'and velocity cap',
    quotes({ 'Endpoints > Accept a quote (sends the money)': 'only `POST /payouts` enforces them; send it there' }),
    async () => {
      await changeOrganization(stage.http, caller.of, { velocity: { payouts: 2, minutes: 10 } });
      await pay();
      await pay();
      const refusal = await refusalOf(pay());
      expect(refusal).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED', status: 422 });
      expect(refusal.detail).toContain('velocity cap of 2 payouts in 10 minutes');
      stage.http.service.clock.advance(10 * 60_000);
      expect((await pay()).status).toBe('pending');
    },
  );

  test('body named fields elsewhere: `reference`, `expectDestination`, `endUserId`, `purposeOfPayment`', async () => {
    const fields = { reference: 'invoice-1', endUserId: 'user-1', purposeOfPayment: 'salary' };
    expect(await pay({ ...fields, expectDestination: { amount: '91.54' } })).toMatchObject(fields);
    const drifted = pay({ expectDestination: { amount: '91.55' } });
    expect(await refusalOf(drifted)).toMatchObject({ type: 'RATE_DRIFT_EXCEEDED', status: 400 });
    expect(await faultsOf(pay({ purposeOfPayment: 'unheard_of' }))).toEqual(['purposeOfPayment']);
    for (const name of ['reference', 'endUserId', 'expectDestination']) {
      expect(await faultsOf(pay({ [name]: 7 }))).toEqual([name]);
    }
  });

  test('`GET P/orders?reference=<reference>` | find a payout by caller reference', async () => {
    const first = await pay({ reference: 'invoice-1' });
    stage.http.service.clock.advance(1_000);
    const second = await pay({ reference: 'invoice-1', amount: '1.00' });
    await pay({ reference: 'invoice-2' });
    const { data } = await caller.sluice.listOrders({ reference: 'invoice-1' });
    expect(lastRequest()).toBe('GET P/orders?reference=invoice-1');
    expect(data).toEqual([second, first]);
    expect((await caller.sluice.listOrders({ reference: 'invoice-3' })).data).toEqual([]);
  });

  test('`GET P/orders/{payoutId}` | read a payout (the record for reconciliation)', async () => {
    const payout = await pay();
    const { payoutId } = payout;
    expect(await caller.sluice.getOrder({ payoutId })).toEqual(payout);
    expect(lastRequest()).toBe(`GET P/orders/${payoutId}`);
    const stranger = await newCaller(stage.http);
    expect(await refusalOf(stranger.sluice.getOrder({ payoutId }))).toMatchObject({ type: 'NOT_FOUND', status: 404 });
  });

  test('`POST …/payouts/{payoutId}/cancel` | cancel a single pending payout', async () => {
    const [one, other] = [
      await storePayout(stage.http.service, caller.of),
      await storePayout(stage.http.service, caller.of),
    ];
    expect((await caller.sluice.cancelPayout({ payoutId: one.payoutId })).status).toBe('canceled');
    expect(lastRequest()).toBe(`POST P/payouts/${one.payoutId}/cancel`);
    expect((await caller.sluice.getOrder({ payoutId: other.payoutId })).status).toBe('pending');
  });
});
