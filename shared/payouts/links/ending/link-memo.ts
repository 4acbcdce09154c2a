import * as z from 'zod';
import type { PayoutLink } from '../payout-link.ts';
import { linkedLegs } from '../payout-link-status.ts';

const Text = z.string().max(300);

const LinkMemo = z.object({
  amountLeg: z.enum(linkedLegs),
  /** Where the payee has the account. The other countries of the link are not kept. */
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
 * What a claimed link is made of again where a restore has lost it, beside what its payout tells. Its payee's name and address,
 * its note and its return address are not kept: a memo goes to a rail.
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

/** @returns undefined for what this release cannot read */
export function readLinkMemo(memo: string | undefined): LinkMemo | undefined {
  try {
    return LinkMemo.parse(JSON.parse(memo ?? ''));
  } catch {
    return undefined;
  }
}
