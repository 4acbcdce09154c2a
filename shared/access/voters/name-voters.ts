import { type Member, MemberEntity, memberPartition, memberRef } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { maxMembers } from '../team/add-member.ts';
import { canVote, maxApprovers } from './electorate.ts';
import { recountIfChanged } from './recount-work.ts';

/**
 * Names the voters of a policy written by the previous release, in one commit. That release let owners and admins vote
 * if nobody was named, and kept the names of people who had left. This must run before anything that adds members or
 * counts votes, so that nobody who joins later becomes a voter this way. A policy written by this release is left
 * unchanged. It has `votersNamed`, which the previous release drops whenever it writes.
 */
export async function nameVoters(
  runtime: Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store' | 'pace' | 'log'>,
  known: Organization,
): Promise<void> {
  if (!lacksNamedVoters(known)) return;
  const { organizationId, approvals } = known;
  const partition = memberPartition(organizationId);
  const { items } = await runtime.store.range(MemberEntity, { partition, limit: maxMembers });
  const seniors = seniorsOf(items);
  const wanted = approvals?.approvers.length ? approvals.approvers : seniors;
  await decideAndCommit(runtime, {
    organizationId,
    reads: {},
    lookUps: wanted.map((userId) => memberRef(organizationId, userId)),
    decide: ({ organization }, draft) => {
      if (!lacksNamedVoters(organization)) return undefined;
      const named = withNamedVoters(organization, seniors, draft);
      recountIfChanged(draft, organization, named);
      draft.changeOrganization(named);
      return { reply: { status: 200, body: undefined } };
    },
  });
  runtime.log.info('the voters of a policy were named', { organizationId });
}

function lacksNamedVoters({ approvals, votersNamed }: Organization): boolean {
  return approvals !== undefined && !votersNamed;
}

/**
 * Returns the owners and admins who joined under the previous release, longest membership first. Their rows have no
 * inviter.
 */
function seniorsOf(members: readonly Member[]): string[] {
  return members
    .filter(({ role, invitedBy }) => ['owner', 'admin'].includes(role) && invitedBy === undefined)
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .slice(0, maxApprovers)
    .map(({ userId }) => userId);
}

/** Each member is looked up again, because the list that was read before the decision may be outdated. */
function withNamedVoters(organization: Organization, seniors: readonly string[], draft: JournalDraft): Organization {
  const { organizationId, approvals } = organization;
  if (!approvals) return organization;
  const wanted = approvals.approvers.length > 0 ? approvals.approvers : seniors;
  const approvers = wanted.filter((userId) => canVote(draft.lookUp(memberRef(organizationId, userId))));
  return { ...organization, votersNamed: true, approvals: { ...approvals, approvers } };
}
