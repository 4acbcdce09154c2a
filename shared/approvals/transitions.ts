/**
 * `approved` lasts from the last vote to the execution. A `failed` approval could not be executed, had too few voters
 * left to decide it, or was requested by someone who may no longer request it (design, approval).
 */
export const approvalStatuses = ['pending', 'approved', 'executed', 'rejected', 'expired', 'failed'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The allowed transitions from each status (specification, States and transitions, Approval). */
export const approvalTransitions: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  pending: ['approved', 'rejected', 'expired', 'failed'],
  approved: ['executed', 'failed'],
  executed: [],
  rejected: [],
  expired: [],
  failed: [],
};

/** The statuses in which an approval can end. Each has an event of the same name. */
export type ApprovalEnd = Exclude<ApprovalStatus, 'pending' | 'approved'>;
