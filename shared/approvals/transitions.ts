/**
 * `approved` lasts from the last vote to the execution. A `failed` approval could not be executed, or too few voters were
 * left to decide it, or whoever asked for it may not ask any more (design, approval).
 */
export const approvalStatuses = ['pending', 'approved', 'executed', 'rejected', 'expired', 'failed'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The statuses to which each status may change (specification, States and transitions, Approval). */
export const approvalTransitions: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  pending: ['approved', 'rejected', 'expired', 'failed'],
  approved: ['executed', 'failed'],
  executed: [],
  rejected: [],
  expired: [],
  failed: [],
};

/** The statuses in which an approval can end; each has an event of the same name. */
export type ApprovalEnd = Exclude<ApprovalStatus, 'pending' | 'approved'>;
