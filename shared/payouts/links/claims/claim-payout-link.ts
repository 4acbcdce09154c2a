import { screenCandidate } from '../../../corridors/recipients/screen-candidate.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { decideAndCommit, replyOf } from '../../../journal/commit/decide.ts';
import type { RailCapabilities, Runtime } from '../../../ports/runtime.ts';
import { restoredTableRef } from '../../payout/restored-table.ts';
import type { PricedPayout } from '../../pricing/price-payout.ts';
import { creatorRefs } from '../ending/creator.ts';
import { noteWaiting } from '../note-waiting.ts';
import { payoutLinkRef } from '../payout-link.ts';
import { viewPayoutLink } from '../view-payout-link.ts';
import type { Claim, FoundByClaim } from './claim.ts';
import { type ClaimCandidate, candidateOf, faultyClaim, hashOfCandidate } from './claim-candidate.ts';
import type { ClaimDone, ClaimPayoutLink, ClaimResult, LaterView, OpenedLink, UnusableView } from './claim-results.ts';
import { voteRequestOf } from './claim-vote.ts';
import { claimLookUps, decideClaim } from './decide-claim.ts';
import { priceCandidate, reasonOf } from './price-claim.ts';
import { unsealPrice } from './sealed-price.ts';

/**
 * Claims a link: screens the payee, registers the account, and then creates recipient and payout in one commit, which
 * releases the link's hold and debits the balance. Above a threshold it first requests a vote. A temporary obstacle
 * leaves the link open; a payee refused by screening ends it. Of two simultaneous claims one wins, and its browser gets
 * the same payout again.
 */
export const claimPayoutLink: ClaimPayoutLink = async (runtime, opened, details, sealedPrice) => {
  const view = await viewPayoutLink(runtime, opened);
  if (view.kind === 'claimed') return { ...view, again: true };
  if (view.kind === 'later') return noteWaiting(runtime, opened.link, view.code);
  if (view.kind !== 'open') return view;
  const { link, organization } = opened;
  const checked = candidateOf(link, view.corridors, organization.mode, details);
  if (!('candidate' in checked)) return checked;
  const { candidate } = checked;
  const expected = { detailsHash: hashOfCandidate(candidate), now: runtime.clock() };
  const price = unsealPrice(await runtime.secrets.sealingKeys(), link, sealedPrice, expected);
  if (!price) return priceCandidate(runtime, opened, candidate);
  return claimPriced(runtime, opened, candidate, price);
};

type ClaimRuntime = Runtime<'prices' | 'sealing' | 'screening'>;

async function claimPriced(
  runtime: ClaimRuntime,
  opened: OpenedLink,
  candidate: ClaimCandidate,
  price: PricedPayout,
): Promise<ClaimResult> {
  const { link, organization, browser } = opened;
  if (browser === undefined) throw new Error('a claim names the browser that makes it');
  const rails = runtime.rails(organization.mode) as RailCapabilities['screening'];
  let verdict: Claim['verdict'];
  try {
    verdict = await screenCandidate(runtime, rails, candidate);
  } catch (error) {
    // If a name cannot be compared, the payee must write it differently.
    if (error instanceof ServiceError && error.errors) return faultyClaim(error.errors);
    return noteWaiting(runtime, link, reasonOf(error));
  }
  try {
    const vote = await voteRequestOf(runtime, opened, price);
    const claim = { link, candidate, price, verdict, browser, vote };
    const ended = await commitClaim(runtime, claim);
    return ended ?? answerLate(runtime, opened, candidate);
  } catch (error) {
    // The payout may have been created. The same browser can read its outcome.
    if (error instanceof ServiceError && error.type === 'PAYOUT_OUTCOME_UNKNOWN') throw error;
    return noteWaiting(runtime, link, reasonOf(error));
  }
}

/** @returns undefined if the link has changed and this claim is too late */
async function commitClaim(
  runtime: ClaimRuntime,
  asked: Omit<Claim, 'payoutId'>,
): Promise<ClaimDone | LaterView | UnusableView | undefined> {
  const { link } = asked;
  const { organizationId, payoutLinkId } = link;
  const claim = { ...asked, payoutId: runtime.ids.next('po', runtime.clock()) };
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { link: payoutLinkRef(organizationId, payoutLinkId), restored: restoredTableRef, ...creatorRefs(link) },
    lookUps: claimLookUps(claim),
    decide: (found: FoundByClaim, draft) => {
      const decided = decideClaim(runtime, found, draft, claim);
      return decided === 'late' ? undefined : { reply: { status: 200, body: decided } };
    },
  });
  return outcome && replyOf(outcome).body;
}

/** The answer for a link that another claim, a cancellation or its expiry has changed. A price is shown again. */
async function answerLate(
  runtime: ClaimRuntime,
  { link: { organizationId, payoutLinkId }, browser, organization }: OpenedLink,
  candidate: ClaimCandidate,
): Promise<ClaimResult> {
  const link = await runtime.store.get(payoutLinkRef(organizationId, payoutLinkId));
  if (!link) return { kind: 'unusable' };
  const opened = { link, organization, browser };
  const view = await viewPayoutLink(runtime, opened);
  if (view.kind === 'claimed') return { ...view, again: true };
  return view.kind === 'open' ? priceCandidate(runtime, opened, candidate) : view;
}
