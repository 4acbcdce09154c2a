import { type CreateRecipient, type FeedEvent, Sluice, type SluiceOptions } from '../../client/src/index.ts';
import { createAccount } from './create-account.ts';
import { createShow, type Print, type Show } from './show.ts';
import { showCalls } from './show-calls.ts';

const SETTLED_WITHIN_MS = 12_000;
const POLL_MS = 200;
const endings: readonly string[] = ['payout.completed', 'payout.failed', 'payout.canceled'];

/** Makes a payout with the client: fund, recipient, quote, accept, feed, ledger. Every step is shown. */
export async function runWalkthrough(quickstart: SluiceOptions, print: Print, signal: AbortSignal): Promise<void> {
  const show = createShow(print);
  const sluice = new Sluice({ ...quickstart, fetch: showCalls(show, quickstart.organizationId) });

  const money = { amount: '500.00' };
  show.heading('Fund the sandbox balance');
  show.fields('sent', money);
  show.fields('got', await sluice.fundSandbox(money, { signal }));

  show.heading('Create a recipient');
  const destinationAccountId = await createAccount(sluice, show, await payee(sluice, signal), signal);

  const price = { amount: '100.00', destinationAccountId };
  show.heading('Quote a payout to its account: the price is locked, no money moves');
  show.fields('sent', price);
  const quote = await sluice.createQuote(price, { signal });
  show.fields('got', quote);

  const acceptance = { snapshotId: quote.snapshotId, reference: `demo-${Date.now()}` };
  show.heading('Accept the quote: the balance is debited, the payout is on its way');
  show.fields('sent', acceptance);
  const payout = await sluice.acceptQuote(acceptance, { signal });
  show.fields('got', payout);

  show.heading('Follow the event feed until the beneficiary is paid');
  await follow(sluice, show, payout, signal);

  show.heading('Read the ledger row of the payout, and the balance');
  const { data } = await sluice.listBalanceTransactions({ orderId: payout.payoutId }, { signal });
  for (const row of data) show.fields('got', row);
  const { currency, available } = await sluice.getBalance({}, { signal });
  show.fields('got', { available: `${available} ${currency}` });
  print('\nDone: paid, and every record says so.');
}

/** A sandbox account whose payouts complete. */
async function payee(sluice: Sluice, signal: AbortSignal): Promise<CreateRecipient> {
  const { data } = await sluice.listPayoutScenarios({ corridorId: 'eur_de_iban' }, { signal });
  const scenario = data.find(({ outcome }) => outcome === 'completed');
  if (!scenario) throw new Error('The sandbox lists no account for which payouts complete.');
  const { country, currency, recipientDetails } = scenario;
  return {
    type: 'individual',
    name: 'Ada Lovelace',
    country,
    externalId: 'demo-recipient',
    method: { kind: 'fiat', currency, recipientDetails },
  };
}

interface Followed {
  readonly payoutId: string;
  readonly createdAt: string;
}

async function follow(sluice: Sluice, show: Show, { payoutId, createdAt }: Followed, interrupted: AbortSignal) {
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(SETTLED_WITHIN_MS)]);
  let last: FeedEvent | undefined;
  for await (const event of sluice.followEvents({ payoutId, pollMs: POLL_MS, signal })) {
    last = event;
    const seconds = (Date.parse(event.createdAt) - Date.parse(createdAt)) / 1000;
    show.line('got', `${event.type.padEnd(32)} sequence ${event.sequence}, ${seconds.toFixed(1)} s after the accept`);
    if (endings.includes(event.type)) break;
  }
  interrupted.throwIfAborted();
  if (last?.type === 'payout.completed') return;
  throw new Error(`The payout should be completed by now; its last event is ${last?.type ?? 'none'}.`);
}
