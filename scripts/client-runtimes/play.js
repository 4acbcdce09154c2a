import { Sluice } from '@sluice/client';

/**
 * Pays each amount under a reference of its own, and follows the feed until all are completed.
 * @returns the ids of the payouts, in the order of the amounts
 */
export async function play({ quickstart, amounts, name }) {
  // Handed over as it is: a browser's own refuses to be a method.
  const sluice = new Sluice({ ...quickstart, fetch: globalThis.fetch, maxRetries: 8, timeoutMs: 10_000 });
  const { methods } = await sluice.createRecipient({
    type: 'individual',
    name: 'Ada Lovelace',
    country: 'DE',
    externalId: 'ada',
    method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
  });
  const [{ destinationAccountId }] = methods;
  const ids = [];
  for (const [index, amount] of amounts.entries()) {
    const { snapshotId } = await sluice.createQuote({ amount, destinationAccountId });
    const { payoutId } = await sluice.acceptQuote({ snapshotId, reference: `${name}-${index}` });
    ids.push(payoutId);
  }
  const waiting = new Set(ids);
  const signal = AbortSignal.timeout(60_000);
  for await (const { type, data } of sluice.followEvents({ type: 'payout.completed', pollMs: 100, signal })) {
    if (type === 'payout.completed') waiting.delete(data.payoutId);
    if (waiting.size === 0) return ids;
  }
  throw new Error(`${[...waiting].join(', ')} should be completed by now.`);
}
