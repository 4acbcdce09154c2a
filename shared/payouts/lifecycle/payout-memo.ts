import * as z from 'zod';
import type { RequestKey } from '../../journal/due/due-work.ts';
import { longestMemo } from '../../ports/payout-rail.ts';
import type { Funding } from '../payout/funding.ts';
import { givenView } from '../payout/given.ts';
import type { Payout } from '../payout/payout.ts';

const Minor = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform(BigInt);
const Text = z.string().max(300);

const Memo = z.object({
  release: z.literal(1),
  payout: z.object({
    /** The complete payout, including data that only a later release knows. */
    given: z.looseObject(givenView),
    recipientId: Text,
    destinationAccountId: Text,
    sourceAmount: Minor,
    sourceCurrency: Text,
    fee: Minor,
    rate: Text,
    connectionId: Text.optional(),
    approvalId: Text.optional(),
    payoutLinkId: Text.optional(),
    linkMemo: z.string().max(1_000).optional(),
    batchId: Text.optional(),
    batchReference: Text.optional(),
    /** Set if the organization has funded the payout itself: nothing was debited. */
    funding: z
      .object({
        connectionId: Text,
        chain: Text,
        token: Text,
        contract: Text,
        address: Text,
        sinceBlock: z.int().min(0),
        amount: Minor,
        received: Minor,
        fundedAt: z.int().min(0),
      })
      .optional(),
    acceptedAt: z.int().min(0).optional(),
    createdAt: Text,
  }),
  asked: z.object({ idempotencyKey: Text, hash: Text }).optional(),
});

/** What a memo says about a payout, in addition to what its rail knows. */
export type PayoutMemo = Pick<z.output<typeof Memo>, 'payout' | 'asked'>;

/**
 * The memo that goes to the rail with a payout. If the table has lost the payout, it and its ledger row are recreated
 * from the memo, together with the request whose repetition must find it (docs/adr/0032).
 */
export function memoOf(payout: Payout, asked: RequestKey | undefined): string {
  const { given, recipientId, destinationAccountId, sourceCurrency, rate, createdAt } = payout;
  const { connectionId, approvalId, payoutLinkId, linkMemo, batchId, batchReference, funding, acceptedAt } = payout;
  const memo: z.input<typeof Memo> = {
    release: 1,
    payout: {
      given,
      recipientId,
      destinationAccountId,
      sourceAmount: payout.sourceAmount.toString(),
      sourceCurrency,
      fee: payout.fee.toString(),
      rate,
      connectionId,
      approvalId,
      payoutLinkId,
      linkMemo,
      batchId,
      batchReference,
      funding: funding && memoOfFunding(funding),
      acceptedAt,
      createdAt,
    },
    asked,
  };
  const text = JSON.stringify(memo);
  if (text.length > longestMemo) throw new Error(`the memo of ${payout.payoutId} is too long`);
  return text;
}

/** @throws Error for a payout whose money has not arrived: it must not be sent */
function memoOfFunding({ amount, received, fundedAt, ...place }: Funding) {
  if (fundedAt === undefined) throw new Error('a payout without its money is not sent');
  const { connectionId, chain, token, contract, address, sinceBlock } = place;
  const where = { connectionId, chain, token, contract, address, sinceBlock };
  return { ...where, amount: amount.toString(), received: received.toString(), fundedAt };
}

/** @returns undefined for a memo that this release cannot read */
export function readMemo(memo: string): PayoutMemo | undefined {
  try {
    const { payout, asked } = Memo.parse(JSON.parse(memo));
    return { payout, ...(asked && { asked }) };
  } catch {
    return undefined;
  }
}
