import { lookupRefs } from '../../../corridors/recipients/lookups.ts';
import { lookupWrite, newRecipient } from '../../../corridors/recipients/new-recipient.ts';
import { isLive, type Recipient, RecipientEntity } from '../../../corridors/recipients/recipient.ts';
import { type ItemRef, refTo } from '../../../ground/table/expressions.ts';
import { create } from '../../../ground/table/writes.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { enterPayout } from '../../lifecycle/enter-payout.ts';
import { newPayout } from '../../lifecycle/new-payout.ts';
import { refuseUnpayable } from '../../payout/refuse-unpayable.ts';
import { isClosed } from '../ending/closed-by-restore.ts';
import { isCreatorGone } from '../ending/creator.ts';
import { endPayoutLink } from '../ending/end-payout-link.ts';
import { linkMemoOf } from '../ending/link-memo.ts';
import { openLinksRef } from '../open-links.ts';
import { claimVoteRef, type PayoutLink } from '../payout-link.ts';
import type { Claim, FoundByClaim } from './claim.ts';
import type { ClaimDone, LaterView, UnusableView } from './claim-results.ts';
import { voteOnClaim } from './claim-vote.ts';
import { claimantHash } from './claimant.ts';

/** `late`: the link has changed, and nothing else is written. */
type Decided = ClaimDone | LaterView | UnusableView | 'late';

/** What the decision looks up. The recipient named in a row is looked up once the row is known. */
export function claimLookUps(claim: Claim): ItemRef[] {
  const earlierVote = claimVoteRef(claim.link);
  return [openLinksRef(claim.link.organizationId), ...accountRows(claim), ...(earlierVote ? [earlierVote] : [])];
}

/** The rows that name the recipient with the account. */
function accountRows({ link: { organizationId }, candidate }: Claim) {
  return Object.values(lookupRefs(organizationId, candidate.foundBy));
}

/**
 * Decides a claim: the link's hold is released and the payout debited in the same commit; or, above a threshold that
 * was set since, a vote is requested.
 * @throws ServiceError temporary obstacles: ACCOUNT_BLOCKED, PAYOUT_LIMIT_EXCEEDED, USE_POST_PAYOUTS (above a threshold
 * that was set a moment ago), VALIDATION_ERROR (a cap per end user that was set since)
 * @throws ClaimWaits because of a vote
 */
export function decideClaim(
  runtime: Pick<Runtime, 'clock' | 'ids'>,
  found: FoundByClaim,
  draft: JournalDraft,
  claim: Claim,
): Decided {
  const { organization, link } = found;
  if (link?.status !== 'open' || link.version !== claim.link.version || draft.now >= link.expiresAt) return 'late';
  draft.skipCheck('restored');
  if (isClosed(link, found.restored)) return 'late';
  if (isCreatorGone(link, found)) return cancel(draft, link, 'creator_removed');
  const payee = payeeOf(draft, claim);
  if (claim.verdict === 'blocked') {
    // The stored recipient keeps the name refused. The account's lookup stays free for the organization's own
    // recipient.
    draft.write(create(RecipientEntity, recipientOf(runtime, claim, 'blocked')));
    return cancel(draft, link, 'payee_refused');
  }
  if (payee?.status === 'blocked') return cancel(draft, link, 'payee_refused');
  const recipient = payee ?? recipientOf(runtime, claim, 'active');
  refuseUnpayable(organization, recipient);
  const approvalId = voteOnClaim(draft, { ...found, link }, claim);
  if (approvalId === 'asked') return { kind: 'later', code: 'pending_approval' };
  if (!payee) register(draft, claim, recipient);
  return pay(draft, organization, claim, { ...link, approvalId }, recipient);
}

function cancel(
  draft: JournalDraft,
  link: PayoutLink,
  canceledBecause: NonNullable<PayoutLink['canceledBecause']>,
): UnusableView {
  endPayoutLink(draft, link, 'canceled', { canceledBecause });
  return { kind: 'unusable' };
}

/**
 * The recipient with the account. Undefined if there is none. If an earlier release linked the account to two
 * recipients, a blocked one takes precedence, then the older one. Writing a row checks that it is unchanged, and the
 * recipient is checked as well.
 */
function payeeOf(draft: JournalDraft, claim: Claim): Recipient | undefined {
  const { organizationId } = claim.link;
  const named = accountRows(claim).flatMap((row) => draft.lookUpUnchecked(row)?.recipientId ?? []);
  // Ids sort by time.
  const owners = [...new Set(named)]
    .toSorted()
    .map((recipientId) => draft.lookUp(refTo(RecipientEntity, { organizationId, recipientId })))
    .filter(isLive);
  return owners.find(({ status }) => status === 'blocked') ?? owners[0];
}

function register(draft: JournalDraft, claim: Claim, recipient: Recipient): void {
  draft.write(
    create(RecipientEntity, recipient),
    ...accountRows(claim).map((row) =>
      lookupWrite({ key: row.key, found: draft.lookUpUnchecked(row) }, recipient.recipientId),
    ),
  );
}

function recipientOf(
  runtime: Pick<Runtime, 'clock' | 'ids'>,
  { link: { organizationId, payoutLinkId }, candidate }: Claim,
  status: Recipient['status'],
): Recipient {
  return newRecipient(runtime, organizationId, candidate, { status, payoutLinkId });
}

function pay(
  draft: JournalDraft,
  organization: Organization,
  { price, payoutId, browser, candidate }: Claim,
  link: PayoutLink,
  recipient: Recipient,
): ClaimDone {
  if (price.sourceAmount > link.hold.amount) throw new Error('a claim debits no more than its link holds');
  const { payoutLinkId, given, approvalId, asked } = link;
  const method = recipient.methods.find(({ corridorId }) => corridorId === candidate.corridor.corridorId);
  if (!method) throw new Error('a recipient is found by an account of its corridor');
  const { destinationAccountId } = method;
  const claimedIn = draft.nextSequence;
  const claimed = endPayoutLink(draft, link, 'claimed', { payoutId, claimedBy: claimantHash(link, browser) });
  const fields = newPayout({ payoutId, destinationAccountId, given }, recipient, price);
  const origin = { payoutLinkId, linkMemo: linkMemoOf(claimed, recipient), approvalId, asked };
  const payout = enterPayout(draft, organization, { ...fields, ...origin }, [claimedIn]);
  return { kind: 'claimed', payout, again: false };
}
