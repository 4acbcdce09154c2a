import type * as z from 'zod';
import { ApprovalBase } from '../../approvals/present-approval.ts';
import { RequestedAccount } from '../../checkout/accounts/requested-account.ts';
import { RequestedBatch } from '../../payouts/batches/batch/requested-batch.ts';
import { RequestedPayoutLinkClaim } from '../../payouts/links/claims/requested-claim.ts';
import { RequestedPayoutLink } from '../../payouts/links/requested-payout-link.ts';
import { RequestedPayout } from '../../payouts/payout/requested-payout.ts';
import { RequestedPolicyChange } from '../../payouts/policy/policy-change.ts';

/** An approval as the API and its events show it, with the contents declared by the domains. */
export const ApprovalView = ApprovalBase.extend({
  payout: RequestedPayout.optional().meta({ description: 'What is approved, if the kind is `payout`.' }),
  batch: RequestedBatch.optional().meta({ description: 'What is approved, if the kind is `batch`.' }),
  policy: RequestedPolicyChange.optional().meta({
    description: 'What is approved, if the kind is `policy`: the values that the change names, before and after it.',
  }),
  collectionAccount: RequestedAccount.optional().meta({
    description: 'What is approved, if the kind is `collection_account`.',
  }),
  payoutLink: RequestedPayoutLink.optional().meta({
    description: 'What is approved, if the kind is `payout_link`.',
  }),
  payoutLinkClaim: RequestedPayoutLinkClaim.optional().meta({
    description: 'What is approved, if the kind is `payout_link_claim`.',
  }),
}).meta({ id: 'Approval', description: 'A request that waits for votes, and its outcome.' });

export type ApprovalShown = z.infer<typeof ApprovalView>;
