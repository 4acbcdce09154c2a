import * as z from 'zod';
import { Instant, openEnum } from '../../contract/fields.ts';
import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
import { type RowScope, rowIdAt } from '../../contract/lists/row-id.ts';
import { type Page, readPage } from '../../ground/table/page.ts';
import type { Range, Store } from '../../ground/table/store.ts';
import { type TimeBounds, timeOfPosition } from '../../ground/table/time-position.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { linkDispositions } from '../../identity/link-disposition.ts';
import { auditActions } from '../../journal/rows/audit-actions.ts';
import {
  type AuditEvent,
  AuditEventEntity,
  actionOf,
  auditBounds,
  auditOutcomes,
  auditPartition,
  auditPosition,
  auditPositionOf,
  datedRow,
  isAtItsDate,
  keyDispositions,
  storedActions,
} from '../../journal/rows/audit-event.ts';
import type { Runtime } from '../../ports/runtime.ts';

export interface AuditFilters extends TimeBounds {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly action?: string | undefined;
  readonly resourceId?: string | undefined;
  /** The prefix of a key. */
  readonly apiKey?: string | undefined;
  readonly actorUserId?: string | undefined;
  readonly requestId?: string | undefined;
}

export const AuditEventView = z
  .object({
    id: z.string().meta({ description: 'Can also be sent as the cursor; the page then starts with older rows.' }),
    action: openEnum(auditActions).meta({
      description: 'What was done, as `<resource>.<verb>`. Later releases can add actions.',
      examples: ['payout.create'],
    }),
    outcome: z.enum(auditOutcomes).meta({ description: '`refused`: the answer was an error, and nothing changed.' }),
    errorType: z.string().optional().meta({ description: 'The error type of a refused call.' }),
    resourceId: z
      .string()
      .optional()
      .meta({ description: 'The id of the resource that was acted on. Absent if nothing was created.' }),
    keys: openEnum(keyDispositions)
      .optional()
      .meta({ description: 'When a member is removed: what happens to the API keys that they issued or rotated.' }),
    links: openEnum(linkDispositions).optional().meta({
      description: '`keep`: the call asked to keep the open payout links of the revoked key or the removed member.',
    }),
    apiKeyPrefix: z
      .string()
      .optional()
      .meta({ description: 'The key that made the call. Otherwise `actorUserId` is set.' }),
    actorUserId: z.string().optional().meta({ description: 'The person who acted.' }),
    requestId: z.string().meta({ description: 'The x-request-id of the call.' }),
    createdAt: Instant.meta({
      description:
        'When the call arrived. If its row was written more than a minute later, because a processor answered late, when the row was written.',
    }),
  })
  .meta({ id: 'AuditEvent', description: 'One audited mutation, successful or refused.' });

export type AuditEventBody = z.infer<typeof AuditEventView>;

/**
 * Lists audited mutations, newest first (specification, List audit events). For a single request, reads only its row.
 */
export async function listAuditEvents(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { cursor, limit, action, resourceId, apiKey, actorUserId, requestId, ...times }: AuditFilters,
): Promise<ListPage<AuditEventBody>> {
  const scope: RowScope = { prefix: 'aud_', list: 'audit_events', organizationId };
  const { after, page } = walkList(runtime, scope, cursor, timeOfPosition);
  const range = {
    ...auditBounds(times, runtime.clock()),
    partition: auditPartition(organizationId),
    after,
    newestFirst: true,
    limit,
    where: {
      action: action === undefined ? [] : storedActions(action),
      resourceId: valuesOf(resourceId),
      apiKeyPrefix: valuesOf(apiKey),
      actorUserId: valuesOf(actorUserId),
    },
  };
  const { items, next } =
    requestId === undefined
      ? await readPage(runtime.store, AuditEventEntity, range, auditPosition, isAtItsDate)
      : await readRequest(runtime.store, range, requestId);
  return page(
    items.map((row) => present(row, rowIdAt(scope, auditPosition(row)))),
    next,
  );
}

type AuditRange = Range & ReturnType<typeof auditBounds>;

/** The row of a request, as the log shows it, if it is in the range. It is stored at the time of the request. */
async function readRequest(store: Store, range: AuditRange, requestId: string): Promise<Page<AuditEvent>> {
  const position = auditPositionOf(requestId);
  if (position === undefined) return { items: [] };
  const { items } = await store.range(AuditEventEntity, { ...range, from: position, to: position, after: undefined });
  return { items: items.map(datedRow).filter((row) => isWithin(range, auditPosition(row))) };
}

function isWithin({ from, to, after }: AuditRange, position: string): boolean {
  return from <= position && position <= to && (after === undefined || position < after);
}

function valuesOf(wanted: string | undefined): string[] {
  return wanted === undefined ? [] : [wanted];
}

function present(row: AuditEvent, id: string): AuditEventBody {
  const { outcome, errorType, resourceId, apiKeyPrefix, actorUserId, requestId, at } = row;
  return {
    id,
    ...actionOf(row),
    outcome,
    ...(errorType && { errorType }),
    ...(resourceId && { resourceId }),
    ...(apiKeyPrefix && { apiKeyPrefix }),
    ...(actorUserId && { actorUserId }),
    requestId,
    createdAt: timestamp(at),
  };
}
