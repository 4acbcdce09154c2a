import type { CreatePayout, CreateRecipient, PayoutBatchItemError, Sluice } from '../../../client/src/index.ts';
import { linesTo } from './batches.ts';
import { germanRecipient, unique } from './recipients.ts';

/** What is wrong with a line, given one that is right, and how its item tells it. */
interface Fault {
  readonly change: Partial<CreatePayout>;
  readonly error: Partial<PayoutBatchItemError>;
}

interface Faults {
  readonly destinationAccountId: string;
  readonly faults: readonly Fault[];
}

/** Faults that only the organization's own data shows: each line has the form of a payout. */
export async function prepareFaults(sluice: Sluice, destinationAccountId: string): Promise<Faults> {
  const blocked = await accountOf(sluice, 'eur_de_iban', 'screening_refused', { country: 'DE', currency: 'EUR' });
  const philippine = await accountOf(sluice, 'php_ph_account', 'completed', { country: 'PH', currency: 'PHP' });
  const nigerian = await accountOf(sluice, 'ngn_ng_account', 'completed', { country: 'NG', currency: 'NGN' });
  const faults: Fault[] = [
    { change: { amount: '0' }, error: { type: 'BAD_REQUEST' } },
    { change: { amount: '0.00', amountLeg: 'destination' }, error: { type: 'BAD_REQUEST' } },
    { change: { amount: '10.001' }, error: { type: 'VALIDATION_ERROR', path: 'amount' } },
    { change: { amount: '0.01' }, error: { type: 'BAD_REQUEST' } },
    { change: { amount: '999999999999999' }, error: { type: 'BAD_REQUEST' } },
    { change: { destinationAccountId: 'nobody' }, error: { type: 'DESTINATION_ACCOUNT_NOT_FOUND' } },
    { change: { destinationAccountId: `${destinationAccountId}0` }, error: { type: 'DESTINATION_ACCOUNT_NOT_FOUND' } },
    { change: { purposeOfPayment: 'no-reason' }, error: { type: 'VALIDATION_ERROR', path: 'purposeOfPayment' } },
    { change: { expectDestination: { amount: '0' } }, error: { type: 'QUOTE_UNVERIFIABLE' } },
    { change: { destinationAccountId: blocked }, error: { type: 'PAYOUT_REFUSED' } },
    {
      change: { destinationAccountId: philippine, amountLeg: 'destination' },
      error: { type: 'EXACT_OUTPUT_UNSUPPORTED' },
    },
    {
      change: { destinationAccountId: nigerian, amountLeg: 'source_net' },
      error: { type: 'INDICATIVE_PRICING_UNAVAILABLE' },
    },
  ];
  return { destinationAccountId, faults };
}

/** An account whose number asks the sandbox for an outcome. */
async function accountOf(
  sluice: Sluice,
  corridorId: string,
  outcome: string,
  { country, currency }: { readonly country: string; readonly currency: string },
): Promise<string> {
  const externalId = unique(outcome);
  const { data } = await sluice.listPayoutScenarios({ corridorId });
  const recipientDetails = data.find((scenario) => scenario.outcome === outcome)?.recipientDetails ?? {};
  const method = { kind: 'fiat' as const, currency, recipientDetails };
  // One whom screening refuses is stored all the same.
  const recipient: CreateRecipient = { ...germanRecipient, country, externalId, method };
  await sluice.createRecipient(recipient).catch(() => undefined);
  const [stored] = (await sluice.listRecipients({ externalId })).data;
  const account = stored?.methods[0]?.destinationAccountId;
  if (!account) throw new Error(`the sandbox has no account in ${corridorId} for ${outcome}`);
  return account;
}

/**
 * Lines of which some are at fault: spread over the run, in every way, twins among them.
 * @returns the lines, and the faults of those that have one, by index
 */
export function faultyLines({ destinationAccountId, faults }: Faults, count: number, faulty: number) {
  const items = linesTo({ destinationAccountId }, count);
  const expected = new Map<number, Partial<PayoutBatchItemError>>();
  const twin = { type: 'DUPLICATE_REQUEST_DETECTED', code: 'duplicate_in_batch' };
  for (let fault = 0; fault < faulty; fault += 1) {
    // The last of the spread lines is the last line.
    const index = Math.floor(((fault + 1) * count) / faulty) - 1;
    const line = items[index] as CreatePayout;
    const [before] = items.slice(index - 1) as [CreatePayout];
    const kind = fault % (faults.length + 2);
    const known = faults[kind];
    if (known) items[index] = { ...line, ...known.change };
    else items[index] = kind === faults.length ? before : { ...line, amount: '11.00', reference: before.reference };
    expected.set(index, known?.error ?? twin);
  }
  return { items, expected };
}
