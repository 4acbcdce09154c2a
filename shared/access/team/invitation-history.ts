import { readUpTo } from '../../ground/table/read-up-to.ts';
import type { Store } from '../../ground/table/store.ts';
import { type AuditEvent, AuditEventEntity, auditPartition } from '../../journal/rows/audit-event.ts';
import { invitationLifetimeMs } from './team.ts';

type Row = Pick<AuditEvent, 'action' | 'at' | 'actorUserId' | 'resourceId'>;

/**
 * The maximum clock error in milliseconds. An audit row has the arrival time of its request by the clock of the process
 * that served it.
 */
const requestMs = 60_000;
/** The maximum number of rows examined per query and of queries. Two hundred thousand rows take a second or two. */
const rowsPerQuery = 4_000;
const mostQueries = 50;

/**
 * Reads from an organization's audit rows who invited each member, directly or through others. The previous release
 * stored this nowhere else.
 * @returns the inviters' user ids by the user id of the invited member; undefined when there are too many rows to read
 */
export async function readInvitations(
  store: Store,
  organizationId: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>> | undefined> {
  const where = { action: ['member.invite', 'member.join', 'member.revoke_invitation'], outcome: ['succeeded'] };
  const range = { partition: auditPartition(organizationId), where, limit: rowsPerQuery };
  const { items, examinedTo } = await readUpTo(store, AuditEventEntity, range, { queries: mostQueries });
  return examinedTo === undefined ? invitersByMember(items) : undefined;
}

/**
 * Finds the inviters of each member who joined. The audit row of a person who joins does not name the invitation. It
 * may have been any that was open, so the creators of all open invitations count as inviters. Because clocks differ, a
 * row may be dated slightly before the row that it follows.
 * @param rows oldest first
 */
export function invitersByMember(rows: readonly Row[]): Map<string, Set<string>> {
  const revokedAt = new Map(
    rows.filter(({ action }) => action === 'member.revoke_invitation').map(({ resourceId, at }) => [resourceId, at]),
  );
  const invitations = rows.filter(({ action }) => action === 'member.invite');
  const inviters = new Map<string, Set<string>>();
  for (const { at, actorUserId: joiner } of rows.filter(({ action }) => action === 'member.join')) {
    if (!joiner) continue;
    const candidates = invitations.filter(
      (invitation) =>
        invitation.at - requestMs <= at &&
        at <= Math.min(invitation.at + invitationLifetimeMs, revokedAt.get(invitation.resourceId) ?? at) + requestMs,
    );
    const direct = candidates.flatMap(({ actorUserId }) => actorUserId ?? []);
    const chains = direct.flatMap((by) => [by, ...(inviters.get(by) ?? [])]);
    const known = inviters.get(joiner) ?? [];
    inviters.set(joiner, new Set([...known, ...chains].filter((userId) => userId !== joiner)));
  }
  return inviters;
}
