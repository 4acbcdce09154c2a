import { nameVoters } from '../../../access/voters/name-voters.ts';
import { type Approval, approvalLifetimeMs } from '../../../approvals/approval.ts';
import { initiatorBehind } from '../../../approvals/initiator.ts';
import { isOpen } from '../../../approvals/open-approvals.ts';
import { requestApproval } from '../../../approvals/request-approval.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { formatAmount, presentMoney } from '../../../ground/money/money.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { isAboveThreshold } from '../../caps/needs-approval.ts';
import { creatorRefs, type FoundCreator, hasCreatorLeft } from '../ending/creator.ts';
import { waitingWrites } from '../note-waiting.ts';
import { claimVoteRef, type PayoutLink } from '../payout-link.ts';
import type { Claim, FoundByClaim, VoteRequest } from './claim.ts';
import { hashOfCandidate } from './claim-candidate.ts';
import type { OpenedLink } from './claim-results.ts';
import { ClaimWaits } from './claim-waits.ts';
import type { RequestedPayoutLinkClaim } from './requested-claim.ts';

/**
 * What a request for a vote needs, read before the claim's decision.
 * @returns undefined if nobody has to vote on the claim, because people have voted on the link or it is not above the
 * threshold, and if the creator of a kept link is gone
 */
export async function voteRequestOf(
  runtime: Runtime<'sealing'>,
  { link, organization }: Pick<OpenedLink, 'link' | 'organization'>,
  price: Claim['price'],
): Promise<VoteRequest | undefined> {
  if (link.approvalId !== undefined || !isAboveThreshold(organization, price)) return undefined;
  await nameVoters(runtime, organization);
  const found: Omit<FoundCreator, 'organization'> = await runtime.store.getAll(creatorRefs(link));
  if (hasCreatorLeft(link, { ...found, organization })) return undefined;
  const { shown, persons, inviters } = await initiatorBehind(runtime.store, link.creator, found);
  const { renewedBy } = link;
  const now = runtime.clock();
  return {
    approvalId: runtime.ids.next('apr', now),
    initiator: {
      shown,
      persons: [...persons, ...(renewedBy?.persons ?? [])],
      inviters: [...inviters, ...(renewedBy?.inviters ?? [])],
    },
    mailing: { mailId: runtime.ids.next('mail', now), keys: await runtime.secrets.sealingKeys() },
  };
}

/**
 * Finds the approval under which a claim is paid. A link that nobody has voted on may be above a threshold that was set
 * since. Its first claim then requests a vote on the input, in the name of the link's creator (docs/adr/0119). The
 * approval holds nothing, because the link does.
 * @returns the approval's id; undefined if the claim needs none; 'asked' if this commit requests it
 * @throws ClaimWaits while people vote, if they have agreed to other details, and if too few could vote
 */
export function voteOnClaim(
  draft: JournalDraft,
  found: FoundByClaim & { readonly link: PayoutLink },
  claim: Claim,
): string | undefined | 'asked' {
  const { organization, link } = found;
  if (link.approvalId !== undefined) return link.approvalId;
  const earlier = earlierVote(draft, link);
  if (earlier?.status === 'executed') {
    if (link.claimVote?.detailsHash !== hashOfCandidate(claim.candidate)) throw new ClaimWaits('other_details');
    return earlier.approvalId;
  }
  if (!isAboveThreshold(organization, claim.price)) return undefined;
  refuseSoon(earlier, draft.now);
  if (hasCreatorLeft(link, found)) throw new ClaimWaits('UNAUTHORIZED');
  // The threshold is newer than what the page had read. The debit refuses the claim, and the next claim requests a
  // vote.
  if (!claim.vote) return undefined;
  ask(draft, found, claim, claim.vote);
  return 'asked';
}

/** @throws ClaimWaits while it is open */
function earlierVote(draft: JournalDraft, link: PayoutLink): Approval | undefined {
  const wanted = claimVoteRef(link);
  const approval = wanted && draft.lookUp(wanted);
  if (approval && isOpen(approval)) throw new ClaimWaits('pending_approval');
  return approval;
}

/** A payee cannot make people vote more than once a day. */
function refuseSoon(earlier: Approval | undefined, now: number): void {
  if (earlier && now < Date.parse(earlier.createdAt) + approvalLifetimeMs)
    throw new ClaimWaits(
      earlier.failureReason === 'FORBIDDEN' ? 'too_few_voters' : (earlier.failureReason ?? 'pending_approval'),
    );
}

function ask(
  draft: JournalDraft,
  found: FoundByClaim & { readonly link: PayoutLink },
  { candidate }: Claim,
  { approvalId, initiator, mailing }: VoteRequest,
): void {
  const { organization, link, initiatorMember } = found;
  const content = contentOf(link, candidate);
  try {
    requestApproval(draft, organization, { approvalId, kind: 'payout_link_claim', initiator, content });
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'BAD_REQUEST') throw new ClaimWaits('too_few_voters');
    throw error;
  }
  const claimVote = { approvalId, detailsHash: hashOfCandidate(candidate) };
  const asked = { ...link, claimVote };
  draft.write(...waitingWrites({ draft, organization, creator: initiatorMember, mailing }, asked, 'pending_approval'));
}

function contentOf(link: PayoutLink, { request, details }: Claim['candidate']): RequestedPayoutLinkClaim {
  const { payoutLinkId, amount, currency, amountLeg, hold, payeeEmail, note, given } = link;
  const { type, name, country, method } = request;
  return {
    payoutLinkId,
    amount: formatAmount(amount, currency),
    currency,
    amountLeg,
    largestDebit: presentMoney({ minor: hold.amount, currency: hold.currency }),
    ...given,
    ...(payeeEmail !== undefined && { payeeEmail }),
    ...(note !== undefined && { note }),
    recipient: {
      type,
      name,
      country,
      method: { kind: method.kind, currency: method.currency, recipientDetails: details },
    },
  };
}
