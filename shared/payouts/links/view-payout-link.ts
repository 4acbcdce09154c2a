import { isOpen } from '../../approvals/open-approvals.ts';
import { servedBankCorridors } from '../../corridors/catalog/served-corridors.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { PayoutEntity } from '../payout/payout.ts';
import type { ClaimedView, OpenedLink, PayoutLinkPageView } from './claims/claim-results.ts';
import { hasClaimed } from './claims/claimant.ts';
import { corridorsOfLink } from './link-corridors.ts';
import { claimVoteRef, type PayoutLink, PayoutLinkEntity } from './payout-link.ts';

/**
 * What the page of a payout link shows. Reads only the payout of a claimed link and the vote on a claim, and changes
 * nothing.
 * @throws UnknownValue for a link in a state of a later release
 */
export async function viewPayoutLink(
  runtime: Pick<Runtime<'corridors'>, 'clock' | 'store' | 'rails'>,
  { link, organization, browser }: OpenedLink,
): Promise<PayoutLinkPageView> {
  refuseUnknown(PayoutLinkEntity, link);
  if (link.status === 'claimed') return (await claimedView(runtime, link, browser)) ?? { kind: 'unusable' };
  if (!isClaimable(link, runtime.clock())) return { kind: 'unusable' };
  const later = (code: string) => ({ kind: 'later', code }) as const;
  if (organization.status !== 'active') return later('ACCOUNT_BLOCKED');
  const corridors = corridorsOfLink(servedBankCorridors(runtime, organization), link);
  if (corridors.length === 0) return later('BAD_REQUEST');
  if (await isVotedOn(runtime, link)) return later('pending_approval');
  return { kind: 'open', corridors, payeeName: link.payeeName };
}

/** Whether people are voting on a payee's input. */
async function isVotedOn({ store }: Pick<Runtime, 'store'>, link: PayoutLink): Promise<boolean> {
  const wanted = claimVoteRef(link);
  const approval = wanted && (await store.get(wanted));
  return approval !== undefined && isOpen(approval);
}

/** The clock ends a link, not the worker that expires it. @param now milliseconds */
export function isClaimable({ status, expiresAt }: Pick<PayoutLink, 'status' | 'expiresAt'>, now: number): boolean {
  return status === 'open' && now < expiresAt;
}

/** What the claiming browser sees of the link. Undefined for any other browser. */
export async function claimedView(
  { store }: Pick<Runtime, 'store'>,
  link: PayoutLink,
  browser: string | undefined,
): Promise<ClaimedView | undefined> {
  const { organizationId, payoutId } = link;
  if (payoutId === undefined || !hasClaimed(link, browser)) return undefined;
  const payout = await store.get(refTo(PayoutEntity, { organizationId, payoutId }));
  return payout && { kind: 'claimed', payout };
}
