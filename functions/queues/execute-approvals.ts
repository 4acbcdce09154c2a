import type { SQSEvent } from 'aws-lambda';
import { payoutApprovals } from '../../shared/approvals/payout-approval.ts';
import { policyApprovals } from '../../shared/approvals/policy-approval.ts';
import { settleApproval } from '../../shared/approvals/settle-approval.ts';
import { eachHint } from '../../shared/due/each-hint.ts';
import { serveWorker } from '../../shared/runtime/serve-worker.ts';
import { defineWorker } from '../../shared/runtime/worker.ts';

const kinds = { payout: payoutApprovals, policy: policyApprovals };

/** Executes approvals that have their votes, and ends those whose time is up or whose key was revoked. */
export const worker = defineWorker({
  name: 'execute-approvals',
  trigger: { type: 'queue', kind: 'approvals', batchSize: 10, batchingSeconds: 0, maximumConcurrency: 5 },
  timeoutSeconds: 20,
  handle: (event: SQSEvent, runtime) =>
    eachHint(event, runtime, 'an approval could not be settled', (hint) => settleApproval(runtime, hint, kinds)),
});

export const handler = serveWorker(worker);
