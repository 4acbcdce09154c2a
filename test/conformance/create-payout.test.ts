import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CreatePayout } from '../../client/src/index.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { type Caller, changeOrganization, faultsOf, newCaller, payeeOf, refusalOf, useService } from './support.ts';

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

describe('Endpoints > Other referenced operations', quotedByName, () => {
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
});
