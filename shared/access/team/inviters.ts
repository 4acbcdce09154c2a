import { allOf, itemExists, notExists } from '../../ground/table/conditions.ts';
import type { UpdateExpression } from '../../ground/table/expressions.ts';
import type { Values } from '../../ground/table/placeholders.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { type Member, MemberEntity, memberPartition, memberRef } from '../../identity/member.ts';
import { may, type Permission } from '../../identity/roles.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { formerMemberRef } from './former-member.ts';
import { readInvitations } from './invitation-history.ts';

/**
 * Returns the past and current inviters of a person who joins, direct and indirect, as user ids. The result is
 * undefined if the inviter's row was written by the previous release and does not name its inviters. They are then
 * found in the audit rows, which cover every time the person joined.
 */
export function invitersOfJoiner(draft: JournalDraft, userId: string, invitedBy: string): string[] | undefined {
  const { organizationId } = draft.head;
  const inviter = draft.lookUp(memberRef(organizationId, invitedBy));
  const before = draft.lookUp(formerMemberRef(organizationId, userId))?.inviters ?? [];
  if (!inviter?.inviters) return undefined;
  return [...new Set([invitedBy, ...inviter.inviters, ...before])].filter((one) => one !== userId);
}

/**
 * Finds the inviters of a member who is about to be removed, if the member's row does not name them. After the removal
 * they could no longer be found.
 */
export async function learnInviters(store: Store, organizationId: string, userId: string): Promise<void> {
  const member = await store.get(memberRef(organizationId, userId));
  if (member) await invitersOf(store, member);
}

/**
 * Returns the direct and indirect inviters that a member had when joining, as user ids. If the member's row does not
 * name them, they are found once, in the audit rows of invitations, and then stored.
 */
export async function invitersOf(store: Store, member: Member): Promise<readonly string[]> {
  if (member.inviters) return member.inviters;
  const { organizationId, userId } = member;
  const inviters = await findInviters(store, organizationId, userId);
  await store.update(memberRef(organizationId, userId), setIfAbsent<Member>({ inviters })).catch(ignoreConditionFailed);
  return inviters;
}

/**
 * Finds the inviters of a person who may have left. If the history is too long to read, all other members who may
 * invite count as inviters.
 */
export async function findInviters(store: Store, organizationId: string, userId: string): Promise<string[]> {
  const invitations = await readInvitations(store, organizationId);
  if (invitations) return [...(invitations.get(userId) ?? [])];
  return (await membersWhoMay(store, organizationId, 'members.manage')).filter((other) => other !== userId);
}

/** Returns the user ids of the members whose role has a permission. */
export async function membersWhoMay(store: Store, organizationId: string, permission: Permission): Promise<string[]> {
  const members = await store.range(MemberEntity, { partition: memberPartition(organizationId), limit: 1_000 });
  return members.items.filter(({ role }) => may(role, permission)).map(({ userId }) => userId);
}

/**
 * Sets attributes that follow from past rows, unless they are already set. The version does not change, because the
 * values were already true before.
 */
export function setIfAbsent<Item extends object = never>(found: Values<NoInfer<Item>>): UpdateExpression {
  const attributes = Object.keys(found) as (keyof Item & string)[];
  return updateOf<Item>({ set: found }, allOf(itemExists, notExists(...attributes)));
}

/** Ignores a failed condition: the attributes are already set, or the row is gone. */
export function ignoreConditionFailed(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}
