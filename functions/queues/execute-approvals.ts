import type { SQSEvent } from 'aws-lambda';
import { settleApproval } from '../../shared/approvals/settle-approval.ts';
import { accountApprovals } from '../../shared/checkout/accounts/account-approval.ts';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { batchApprovals } from '../../shared/payouts/batches/batch-approval.ts';
import { payoutApprovals } from '../../shared/payouts/lifecycle/payout-approval.ts';
import { claimApprovals } from '../../shared/payouts/links/claims/claim-approval.ts';
import { payoutLinkApprovals } from '../../shared/payouts/links/payout-link-approval.ts';
import { policyApprovals } from '../../shared/payouts/policy/policy-approval.ts';

const kinds = {
  payout: payoutApprovals,
  batch: batchApprovals,
  policy: policyApprovals,
  collection_account: accountApprovals,
  payout_link: payoutLinkApprovals,
  payout_link_claim: claimApprovals,
};

/** Executes approvals that have enough votes, and ends approvals whose time is up or whose key was revoked. */
export const worker = defineWorker({
  name: 'execute-approvals',
  trigger: {
    type: 'queue',
    kind: 'approvals',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 5,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 20,
  uses: ['sealing', 'prices', 'pages', 'depositChain', 'depositRecords'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'an approval could not be settled', (hint) => settleApproval(runtime, hint, kinds)),
});
