/**
 * Design, approval. `approved` is between the last vote and the execution; `failed` is what could not be executed, or was asked
 * for by a key that was revoked.
 */
export const approvalStatuses = ['pending', 'approved', 'executed', 'rejected', 'expired', 'failed'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Where an approval may go from where it is (specification, States and transitions, Approval). */
export const approvalTransitions: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  pending: ['approved', 'rejected', 'expired', 'failed'],
  approved: ['executed', 'failed'],
  executed: [],
  rejected: [],
  expired: [],
  failed: [],
};

/** How an approval can end; each end has an event of its name. */
export type ApprovalEnd = Exclude<ApprovalStatus, 'pending' | 'approved'>;
