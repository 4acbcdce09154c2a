import type { ErrorType } from '../ground/errors/catalog.ts';
import type { Organization } from '../identity/organization.ts';
import type { Approval } from './approval.ts';
import { canReachQuorum, hasQuorum, type MemberOf } from './count-votes.ts';
import { mayStillAsk } from './initiator.ts';
import { isOpen } from './open-approvals.ts';

/** The outcome of recounting an approval. */
export type Recounted =
  | { readonly status: 'approved' }
  | { readonly status: 'failed'; readonly failureReason: ErrorType };

const failed = (failureReason: ErrorType): Recounted => ({ status: 'failed', failureReason });

/**
 * Recounts an open approval with the current members and policy. It fails if the requester may no longer make the
 * request, or if too few voters are left to agree; it is approved if enough have agreed. Expiry and resets by operators
 * have due work of their own.
 * @param now milliseconds
 * @returns undefined if it stays unchanged
 */
export function recount(
  approval: Approval,
  organization: Organization,
  memberOf: MemberOf,
  now: number,
): Recounted | undefined {
  const { status, initiator, reset, expiresAt } = approval;
  if (reset || !isOpen(approval)) return undefined;
  const { actorUserId } = initiator;
  if (actorUserId !== undefined && !mayStillAsk(approval, memberOf(actorUserId))) return failed('UNAUTHORIZED');
  if (status !== 'pending' || expiresAt <= now) return undefined;
  if (hasQuorum(approval, organization, memberOf)) return { status: 'approved' };
  return canReachQuorum(approval, organization, memberOf) ? undefined : failed('FORBIDDEN');
}
