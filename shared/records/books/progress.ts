import * as z from 'zod';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { type Balance, type Head, HeadEntity } from '../../journal/commit/head.ts';
import type { BatchesProgress } from './batch-records.ts';
import type { HeadDays, PaidProgress } from './cap-records.ts';
import { emptyLedger, type LedgerProgress } from './ledger-chain.ts';
import type { LinkCheckProgress } from './link-records.ts';

const Minor = z
  .string()
  .regex(/^-?\d{1,40}$/)
  .transform(BigInt);
const Sequence = z.int().min(0);
const PaidSum = z.strictObject({ amount: Minor, unapproved: Minor });
const Day = z.strictObject({
  day: z.string().max(20),
  amount: Minor,
  unapproved: Minor.optional(),
  since: Sequence.optional(),
  sinceEvent: Sequence.optional(),
});
const Balances = z.record(z.string(), z.strictObject({ available: Minor, held: Minor }));

/** The parts of the check, in order. */
export const bookParts = [
  'ledger',
  'feed',
  'payouts',
  'payoutLinks',
  'runs',
  'approvals',
  'deposits',
  'accounts',
  'links',
  'receipts',
  'addresses',
] as const;
export type BookPart = (typeof bookParts)[number];

/** The progress of checking an organization's books. An answer contains it, and the next call sends it back. */
export const Progress = z.strictObject({
  part: z.enum(bookParts),
  /** Sort key of the last item examined. */
  after: z.string().max(100).optional(),
  /** The last sequence of the part so far, and the sums of its rows. */
  seen: z.strictObject({ sequence: Sequence, balances: Balances }),
  /** The batch whose items are being checked. */
  run: z
    .strictObject({
      batchId: z.string().max(100),
      version: Sequence,
      after: z.string().max(100).optional(),
      counts: z.record(z.string(), Sequence),
      amount: Minor,
      fee: Minor,
    })
    .optional(),
  /** The link whose attempts and payments are being checked. */
  link: z
    .strictObject({
      linkId: z.string().max(100),
      version: Sequence,
      stage: z.enum(['attempts', 'payments']),
      after: z.string().max(100).optional(),
      places: Sequence,
      holders: z.array(z.string().max(100)),
    })
    .optional(),
  /** The sums of the payouts and links so far, on the days that the head counts. */
  paid: z.strictObject({ paidToday: PaidSum, paidBefore: PaidSum }).optional(),
  /** The head when the check started. Later rows are not checked. */
  head: z.strictObject({
    sequence: Sequence,
    ledgerSequence: Sequence,
    balances: Balances,
    paidToday: Day.optional(),
    paidBefore: Day.optional(),
  }),
});

export interface CheckProgress extends BatchesProgress, LinkCheckProgress {
  readonly part: BookPart;
  readonly seen: LedgerProgress;
  readonly paid?: PaidProgress | undefined;
  readonly head: Pick<Head, 'sequence' | 'ledgerSequence'> & Pick<LedgerProgress, 'balances'> & HeadDays;
}

/** Where a part continues after a page. Undefined at its end. */
export function behind(examinedTo: string | undefined): Pick<CheckProgress, 'after'> | undefined {
  return examinedTo === undefined ? undefined : { after: examinedTo };
}

export async function beginCheck(store: Pick<Store, 'get'>, organizationId: string): Promise<CheckProgress> {
  const head = await store.get(refTo(HeadEntity, { organizationId }));
  if (!head) throw new Error(`organization ${organizationId} has no journal`);
  const { sequence, ledgerSequence, balances, paidToday, paidBefore } = head;
  const days = { ...(paidToday && { paidToday }), ...(paidBefore && { paidBefore }) };
  return { part: 'ledger', seen: emptyLedger, head: { sequence, ledgerSequence, balances, ...days } };
}

/** The progress in a form that JSON can represent. */
export function presentProgress({ part, after, run, link, paid, seen, head }: CheckProgress): z.input<typeof Progress> {
  return {
    part,
    ...(after !== undefined && { after }),
    ...(run && { run: { ...run, amount: run.amount.toString(), fee: run.fee.toString() } }),
    ...(link && { link: { ...link, holders: [...link.holders] } }),
    ...(paid && { paid: { paidToday: presentSums(paid.paidToday), paidBefore: presentSums(paid.paidBefore) } }),
    seen: { ...seen, balances: presentBalances(seen.balances) },
    head: presentHead(head),
  };
}

function presentHead({ sequence, ledgerSequence, balances, paidToday, paidBefore }: CheckProgress['head']) {
  return {
    sequence,
    ledgerSequence,
    balances: presentBalances(balances),
    ...(paidToday && { paidToday: presentDay(paidToday) }),
    ...(paidBefore && { paidBefore: presentDay(paidBefore) }),
  };
}

function presentDay({ day, since, sinceEvent, amount, unapproved }: NonNullable<HeadDays['paidToday']>) {
  return {
    day,
    amount: amount.toString(),
    ...(unapproved !== undefined && { unapproved: unapproved.toString() }),
    ...(since !== undefined && { since }),
    ...(sinceEvent !== undefined && { sinceEvent }),
  };
}

function presentSums({ amount, unapproved }: PaidProgress['paidToday']) {
  return { amount: amount.toString(), unapproved: unapproved.toString() };
}

function presentBalances(balances: Readonly<Record<string, Balance>>) {
  return Object.fromEntries(
    Object.entries(balances).map(([currency, { available, held }]) => [
      currency,
      { available: available.toString(), held: held.toString() },
    ]),
  );
}
