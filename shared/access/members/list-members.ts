import { MemberEntity, memberPartition } from '../../identity/member.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { maxMembers } from '../team/add-member.ts';
import { type InvitationBody, type MemberBody, presentInvitation, presentMember } from '../team/present-member.ts';
import { openInvitations, teamRef } from '../team/team.ts';

/** Lists all members, longest membership first, and the open invitations. */
export async function listMembers(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
): Promise<{ data: MemberBody[]; invitations: InvitationBody[] }> {
  const [{ items }, team] = await Promise.all([
    store.range(MemberEntity, { partition: memberPartition(organizationId), limit: maxMembers }),
    store.get(teamRef(organizationId)),
  ]);
  const invitations = team ? openInvitations(team, clock()) : [];
  return {
    data: items.map(presentMember).sort((a, b) => compare(a.createdAt, b.createdAt)),
    invitations: invitations.map(presentInvitation),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
