import * as z from 'zod';
import type { PayoutLink } from '../payout-link.ts';
import { linkedLegs } from '../payout-link-status.ts';

const Text = z.string().max(300);

const LinkMemo = z.object({
  amountLeg: z.enum(linkedLegs),
  /** The country of the payee's account. The other countries of the link are not kept. */
  country: Text,
  /** Minor units of the currency that the payout debited. */
  held: z
    .string()
    .regex(/^\d{1,40}$/)
    .transform(BigInt),
  creator: z.object({
    apiKeyPrefix: Text.optional(),
    apiKeyId: Text.optional(),
    issuedBy: Text.optional(),
    actorUserId: Text.optional(),
  }),
  organizationVersion: z.int(),
  tokenHash: Text,
  tokensMade: z.int(),
  claimedBy: Text.optional(),
  expiresAt: z.int(),
  createdAt: Text,
});

export type LinkMemo = z.output<typeof LinkMemo>;

/**
 * What a claimed link is recreated from if a restore has lost it, besides what its payout contains. The payee's name
 * and address, the note and the return address are not kept, because a memo is sent to a rail.
 */
export function linkMemoOf(link: PayoutLink, { country }: { readonly country: string }): string {
  const { amountLeg, hold, creator, organizationVersion, tokenHash, tokensMade, claimedBy, expiresAt, createdAt } =
    link;
  const memo: z.input<typeof LinkMemo> = {
    amountLeg,
    country,
    held: hold.amount.toString(),
    creator,
    organizationVersion,
    tokenHash,
    tokensMade,
    claimedBy,
    expiresAt,
    createdAt,
  };
  return JSON.stringify(memo);
}

/** @returns undefined for a memo that this release cannot read */
export function readLinkMemo(memo: string | undefined): LinkMemo | undefined {
  try {
    return LinkMemo.parse(JSON.parse(memo ?? ''));
  } catch {
    return undefined;
  }
}
