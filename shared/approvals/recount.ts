import type { ErrorType } from '../ground/errors/catalog.ts';
import type { Organization } from '../identity/organization.ts';
import type { Approval } from './approval.ts';
import { canReachQuorum, hasQuorum, type MemberOf } from './count-votes.ts';
import { mayStillAsk } from './initiator.ts';
import { isOpen } from './open-approvals.ts';

/** What becomes of an approval that is counted again. */
export type Recounted =
  | { readonly status: 'approved' }
  | { readonly status: 'failed'; readonly failureReason: ErrorType };

const failed = (failureReason: ErrorType): Recounted => ({ status: 'failed', failureReason });

/**
 * Counts an open approval again, by the members and the policy of today. It fails if the person who asked may not ask any
 * more, or if too few voters are left to agree; it is approved if enough have agreed. Expiry and resets by operators have
 * due work of their own.
 * @param now milliseconds
 * @returns undefined if it stays as it is
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
