import { type Intercept, throttled } from '../../support/faults.ts';
import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';
import type { Paid } from './payouts.ts';

/** What is answered to calls that cannot be: an error of each status, by its type. */
export async function refuse(
  story: Storyteller,
  { key, owner, operator }: Cast,
  { destinationAccountId }: Paid,
): Promise<Record<string, unknown>> {
  const nobody = { userId: 'user-nobody', token: 'user-nobody' };
  const payout = { amount: '10.00', destinationAccountId };
  const once = { idempotencyKey: 'pay-invoice-46', body: { ...payout, reference: 'invoice-46' } };
  await story.tell('createPayout', key, once);
  await story.tell('changePolicy', owner, { body: { limits: { single: '5.00' } } });
  const bodies = [
    await story.refused('createPayout', key, { body: { amont: '1.00' } }),
    await story.refused('listApiKeys', key),
    await story.refused('changePolicy', operator, { body: { approvals: null } }),
    await story.refused('getBalance', nobody),
    await story.refused('getOrder', key, { path: { payoutId: 'po_unknown' } }),
    await story.refused('createPayout', key, { ...once, body: { ...once.body, amount: '11.00' } }),
    await story.refused('createPayout', key, { body: { ...payout, reference: 'invoice-47' } }),
    await story.refused('getBalance', key, { intercept: failing(throttled('ThrottlingException')) }),
    await story.refused('getBalance', key, { intercept: failing() }),
    await story.refused('createPayout', key, { ...once, intercept: failing(undefined, 'IDEMPOTENCY#') }),
  ];
  return Object.fromEntries(bodies.map((body) => [body.type, body]));
}

/** A table that fails, in all calls or in those of some items. */
function failing(error = new Error('the table failed'), items = ''): Intercept {
  return async (call, send) => {
    if (JSON.stringify(call.input).includes(items)) throw error;
    return send();
  };
}
