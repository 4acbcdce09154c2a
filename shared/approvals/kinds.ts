import type { Runtime } from '../runtime/runtime.ts';
import type { Approval, ApprovalKind } from './approval.ts';
import { executePayoutApproval } from './payout-approval.ts';
import { executePolicyApproval } from './policy-approval.ts';

/** How each kind of approval is executed once it has its votes. */
export const executions: Readonly<Record<ApprovalKind, (runtime: Runtime, approval: Approval) => Promise<void>>> = {
  payout: executePayoutApproval,
  policy: executePolicyApproval,
};
