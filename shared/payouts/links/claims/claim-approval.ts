import type { Approval } from '../../../approvals/approval.ts';
import type { ApprovalRuntime } from '../../../approvals/approval-kind.ts';
import { refuseAltered } from '../../../approvals/content.ts';
import { executeApproval } from '../../../approvals/execute-approval.ts';
import type { ApprovalEnd } from '../../../approvals/transitions.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { replace } from '../../../ground/table/writes.ts';
import { refuseSuspended } from '../../../identity/refuse-suspended.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import { restoredTableRef } from '../../payout/restored-table.ts';
import { isKeptOpen } from '../ending/closed-by-restore.ts';
import { endPayoutLink } from '../ending/end-payout-link.ts';
import { type PayoutLink, PayoutLinkEntity, payoutLinkRef } from '../payout-link.ts';
import { isClaimable } from '../view-payout-link.ts';
import type { RequestedPayoutLinkClaim } from './requested-claim.ts';

export const claimApprovals = { execute: executeClaimApproval, ended: endVote };

/**
 * Allows what was voted on to be claimed. Nothing is paid before the payee enters the same details again.
 * @throws AlteredApproval
 */
async function executeClaimApproval(runtime: ApprovalRuntime, approval: Approval): Promise<void> {
  refuseAltered(approval);
  return executeApproval(runtime, approval, {
    reads: { link: linkRef(approval) },
    ask: async () => undefined,
    refuse: ({ organization, link }, draft) => {
      refuseSuspended(organization);
      if (!link || !isOf(link, approval) || !isClaimable(link, draft.now))
        throw new ServiceError('CONFLICT', 'nobody can claim the link any more');
    },
    apply: ({ link }, draft) => {
      if (link) noLongerWaits(draft, link);
    },
    ended: endVote,
  });
}

/**
 * If the voters refuse the payee of a link, the link is canceled, unless a restore keeps it open: then nobody can claim
 * it, and it is canceled later. After any other end, a claim can request a vote again.
 */
function endVote(draft: JournalDraft, approval: Approval, end: ApprovalEnd): void {
  const link = draft.lookUp(linkRef(approval));
  if (link?.status !== 'open' || !isOf(link, approval)) return;
  if (isKeptOpen(link, draft.lookUpUnchecked(restoredTableRef))) return;
  if (end === 'rejected') endPayoutLink(draft, link, 'canceled', { canceledBecause: 'approval_rejected' });
  else noLongerWaits(draft, link);
}

function noLongerWaits(draft: JournalDraft, { waitingFor, ...link }: PayoutLink): void {
  if (waitingFor?.code === 'pending_approval') draft.write(replace(PayoutLinkEntity, link));
}

function isOf({ claimVote }: PayoutLink, { approvalId }: Approval): boolean {
  return claimVote?.approvalId === approvalId;
}

function linkRef({ organizationId, content }: Approval) {
  return payoutLinkRef(organizationId, (JSON.parse(content) as RequestedPayoutLinkClaim).payoutLinkId);
}
