import { isApprover } from '../approvals/approvers.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { JournalDraft } from '../journal/draft.ts';
import { maxMembers } from '../members/enter-member.ts';
import { type Member, MemberEntity, memberPartition, memberRead } from '../members/member.ts';
import { may } from '../members/roles.ts';
import type { Store } from '../table/store.ts';
import type { Policy } from './loosens.ts';
import type { PolicyChange } from './policy-change.ts';

/**
 * Whom a decision on a change looks up, as user ids: those named as approvers; where nobody is, as many owners and admins
 * as show that the quorum can be had. Nothing rests on this list: the decision reads each of them again.
 */
export async function votersToLookUp(
  store: Pick<Store, 'range'>,
  organizationId: string,
  { approvals }: PolicyChange,
): Promise<string[]> {
  if (!approvals) return [];
  if (approvals.approvers.length > 0) return approvals.approvers;
  const { items } = await store.range(MemberEntity, { partition: memberPartition(organizationId), limit: maxMembers });
  // One of them may be who asks.
  return items
    .filter(approvesUnnamed)
    .slice(0, approvals.quorum + 1)
    .map(({ userId }) => userId);
}

/** Whether somebody approves where nobody is named. */
export function approvesUnnamed(member: Member | undefined): boolean {
  return isApprover({}, member);
}

/**
 * Keeps an organization from rules under which nobody could agree any more, not even to changing them back.
 * @param voters of `votersToLookUp`
 * @throws ServiceError BAD_REQUEST when an approver is no member who may vote, or too few are left to vote
 */
export function refuseDeadlock(draft: JournalDraft, { approvals }: Policy, voters: readonly string[]): void {
  if (!approvals) return;
  const { organizationId } = draft.head;
  const members = voters.map((userId) => draft.lookUp(memberRead(organizationId, userId)));
  const able = members.filter((member) => isApprover({ approvals }, member));
  const { approvers, quorum } = approvals;
  const stranger = approvers.find((userId) => !able.some((member) => member?.userId === userId));
  if (stranger !== undefined) throw new ServiceError('BAD_REQUEST', `approvers: ${stranger} is no member who may vote`);
  // Owners and admins ask for approvals, by themselves or by the keys that they issue.
  const left = able.length - Number(able.some((member) => member && may(member.role, 'keys.manage')));
  if (left >= quorum) return;
  throw new ServiceError('BAD_REQUEST', `quorum: ${quorum} have to agree, and besides whoever asks ${left} could`);
}
