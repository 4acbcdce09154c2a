import { canVote, hasTooFewVoters } from '../../access/voters/electorate.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { memberRef } from '../../identity/member.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Policy } from './loosens.ts';

/**
 * Refuses a policy unless it names more voters than its quorum, each of them a member who can vote. A change that
 * affects neither voters nor quorum is not checked, so that a threshold can still be lowered when too few voters are
 * left.
 * @throws ServiceError BAD_REQUEST
 */
export function refuseInvalidElectorate(draft: JournalDraft, before: Policy, after: Policy): void {
  if (!after.approvals || keepsElectorate(before, after)) return;
  const { approvers, quorum } = after.approvals;
  const { organizationId } = draft.head;
  const nonVoter = approvers.find((userId) => !canVote(draft.lookUp(memberRef(organizationId, userId))));
  if (nonVoter !== undefined)
    throw new ServiceError('BAD_REQUEST', `approvers: ${nonVoter} is not a member who may vote`);
  if (!hasTooFewVoters(after)) return;
  const wanted = `${quorum} have to agree, so that at least ${quorum + 1} must be named`;
  throw new ServiceError('BAD_REQUEST', `approvers: ${wanted}, not ${approvers.length}`);
}

function keepsElectorate({ approvals: before }: Policy, { approvals: after }: Policy): boolean {
  return before?.quorum === after?.quorum && setOf(before) === setOf(after);
}

function setOf(approvals: Policy['approvals']): string {
  return [...(approvals?.approvers ?? [])].sort().join('\n');
}
