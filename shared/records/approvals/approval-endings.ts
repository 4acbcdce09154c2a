import type { ApprovalEndings } from '../../approvals/approval-kind.ts';
import { accountApprovals } from '../../checkout/accounts/account-approval.ts';
import { claimApprovals } from '../../payouts/links/claims/claim-approval.ts';

/** What ends with an approval when it is rejected, by kind. */
export const approvalEndings: ApprovalEndings = {
  collection_account: accountApprovals,
  payout_link_claim: claimApprovals,
};
