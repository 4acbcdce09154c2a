import { TeamEntity } from '../../../../shared/access/team/team.ts';
import { timestamp } from '../../../../shared/ground/time/clock.ts';
import { type Member, MemberEntity } from '../../../../shared/identity/member.ts';
import type { Role } from '../../../../shared/identity/roles.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';

/** Honest members of every organization at its beginning. */
export const owners = ['ida', 'jon'] as const;
export const people = [...owners, 'kim'] as const;
/** An admin who is a thief. */
export const thief = 'mal';

const roles: readonly (readonly [string, Role])[] = [
  ...owners.map((userId) => [userId, 'owner'] as const),
  ['kim', 'operator'],
  [thief, 'admin'],
];

/** Makes them members, as if they had founded it. */
export async function setUpTeam({ store, clock }: WholeRuntime, organizationId: string): Promise<void> {
  for (const [userId, role] of roles) {
    const member: Member = {
      organizationId,
      userId,
      version: 1,
      role,
      accessVersion: 1,
      email: emailOf(userId),
      inviters: [],
      createdAt: timestamp(clock()),
    };
    await store.put(MemberEntity, member);
  }
  await store.put(TeamEntity, { organizationId, version: 1, members: roles.length, invitations: [] });
}

export function emailOf(userId: string): string {
  return `${userId}@example.com`;
}
