import type { JournalDraft } from '../journal/draft.ts';
import type { Organization } from '../organizations/organization.ts';
import { create } from '../table/writes.ts';
import { type Member, MemberEntity } from './member.ts';

export type NewMember = Pick<Member, 'userId' | 'role' | 'email'>;

/** Makes a person a member. The organization counts its owners, so that no two can leave at once. */
export function enterMember(draft: JournalDraft, organization: Organization, member: NewMember): Member {
  const { organizationId, owners = 0 } = organization;
  const entered: Member = { ...member, organizationId, version: 1, createdAt: draft.timestamp };
  draft.write(create(MemberEntity, entered));
  if (member.role === 'owner') draft.changeOrganization({ ...organization, owners: owners + 1 });
  return entered;
}
