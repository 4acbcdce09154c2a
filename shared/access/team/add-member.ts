import { ServiceError } from '../../ground/errors/service-error.ts';
import { create } from '../../ground/table/writes.ts';
import { type Member, MemberEntity } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { TeamEntity, teamIn } from './team.ts';

export type NewMember = Pick<Member, 'userId' | 'role' | 'email' | 'invitedBy' | 'inviters'>;

/** Few enough for a single response that a person can read. */
export const maxMembers = 200;

/**
 * Adds a member. The organization counts its owners, so that the last two cannot leave at the same time.
 * @throws ServiceError BAD_REQUEST when the organization has too many members
 */
export function addMember(draft: JournalDraft, organization: Organization, member: NewMember): Member {
  const { organizationId, owners = 0 } = organization;
  const team = teamIn(draft);
  if (team.members >= maxMembers) {
    throw new ServiceError('BAD_REQUEST', `an organization can have at most ${maxMembers} members`);
  }
  draft.change(TeamEntity, { ...team, members: team.members + 1 });
  const added: Member = {
    ...member,
    organizationId,
    accessVersion: organization.version,
    joinedVersion: organization.version,
    version: 1,
    createdAt: draft.timestamp,
  };
  draft.write(create(MemberEntity, added));
  if (member.role === 'owner') draft.changeOrganization({ ...organization, owners: owners + 1 });
  return added;
}
