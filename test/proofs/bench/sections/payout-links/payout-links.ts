import { type CallFigures, measureCalls } from './calls.ts';
import { type ClaimsFigures, measureClaims } from './modelled-claims.ts';
import { measurePayees, type PayeesFigures } from './one-machine-payees.ts';

export interface PayoutLinkSizes {
  /** Claimed at once on one machine. */
  readonly links: number;
  /** On the modelled store. */
  readonly claims: number;
}

export interface PayoutLinkFigures {
  readonly calls: CallFigures;
  readonly modelled: ClaimsFigures;
  readonly stack: PayeesFigures;
}

/** What a payout link takes from its making to its claim, and how many are claimed a second and at once. */
export async function measurePayoutLinks(
  { links, claims }: PayoutLinkSizes,
  progress: (what: string) => void,
): Promise<PayoutLinkFigures> {
  const calls = await measureCalls();
  progress(`payout links: modelled store, ${claims} claims`);
  const modelled = await measureClaims(claims);
  progress(`payout links: one-machine stack, ${links} links`);
  return { calls, modelled, stack: await measurePayees(links) };
}
