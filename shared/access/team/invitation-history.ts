import { readUpTo } from '../../ground/table/read-up-to.ts';
import type { Store } from '../../ground/table/store.ts';
import { type AuditEvent, AuditEventEntity, auditPartition } from '../../journal/rows/audit-event.ts';
import { invitationLifetimeMs } from './team.ts';

type Row = Pick<AuditEvent, 'action' | 'at' | 'actorUserId' | 'resourceId'>;

/** A request's audit row has the time at which it came in, by the clock of who served it: so much it may be off. */
const requestMs = 60_000;
/** Rows that a query examines, and queries: two hundred thousand rows take a second or two. */
const rowsPerQuery = 4_000;
const mostQueries = 50;

/**
 * Who invited whom, directly or through others, by the audit rows of an organization: the release before kept it nowhere
 * else.
 * @returns user ids by the user id of who was invited; undefined when there are more rows than can be read at once
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
 * A row of who joins does not name the invitation: it may have been any that was open, so all who made one count. Clocks
 * differ, so that a row may stand a little before what it followed.
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
    const able = invitations.filter(
      (invitation) =>
        invitation.at - requestMs <= at &&
        at <= Math.min(invitation.at + invitationLifetimeMs, revokedAt.get(invitation.resourceId) ?? at) + requestMs,
    );
    const direct = able.flatMap(({ actorUserId }) => actorUserId ?? []);
    const chains = direct.flatMap((by) => [by, ...(inviters.get(by) ?? [])]);
    const known = inviters.get(joiner) ?? [];
    inviters.set(joiner, new Set([...known, ...chains].filter((userId) => userId !== joiner)));
  }
  return inviters;
}
