import * as z from 'zod';
import { Instant } from '../../contract/fields.ts';
import { type RowScope, rowIdAt, rowPositionOf } from '../../contract/row-id.ts';
import { readPage } from '../../ground/table/page.ts';
import type { TimeBounds } from '../../ground/table/time-position.ts';
import { timestamp } from '../../ground/time/clock.ts';
import {
  type AuditEvent,
  AuditEventEntity,
  auditBounds,
  auditOutcomes,
  auditPartition,
  auditPosition,
  auditPositionOf,
} from '../../journal/rows/audit-event.ts';
import type { Runtime } from '../../ports/runtime.ts';

export interface AuditFilters extends TimeBounds {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly action?: string | undefined;
  readonly resourceId?: string | undefined;
  /** A key's prefix. */
  readonly apiKey?: string | undefined;
  readonly actorUserId?: string | undefined;
  readonly requestId?: string | undefined;
}

export const AuditEventView = z
  .object({
    id: z.string().meta({ description: 'Also the cursor: a page that begins with it holds strictly older rows.' }),
    action: z.string().meta({ description: 'What was done, as `<resource>.<verb>`.', examples: ['payout.create'] }),
    outcome: z.enum(auditOutcomes).meta({ description: '`refused`: it was answered an error, and nothing changed.' }),
    errorType: z.string().optional().meta({ description: 'What a refused call was answered.' }),
    resourceId: z.string().optional().meta({ description: 'Id of what was acted on; absent where nothing was made.' }),
    apiKeyPrefix: z.string().optional().meta({ description: 'The key that called; or else `actorUserId` is set.' }),
    actorUserId: z.string().optional().meta({ description: 'The person that acted.' }),
    requestId: z.string().meta({ description: 'The x-request-id of the call.' }),
    createdAt: Instant,
  })
  .meta({ id: 'AuditEvent', description: 'One audited mutation, successful or refused.' });

export type AuditEventBody = z.infer<typeof AuditEventView>;

/** Lists audited mutations, newest first (specification, List audit events). Of one request it reads the one row. */
export async function listAuditEvents(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { cursor, limit, action, resourceId, apiKey, actorUserId, requestId, ...times }: AuditFilters,
): Promise<{ data: AuditEventBody[]; nextCursor?: string }> {
  const scope: RowScope = { prefix: 'aud_', list: 'audit_events', organizationId };
  const range = {
    ...within(auditBounds(times, clock()), requestId),
    partition: auditPartition(organizationId),
    after: cursor === undefined ? undefined : rowPositionOf(scope, cursor),
    newestFirst: true,
    limit,
    where: {
      action: valuesOf(action),
      resourceId: valuesOf(resourceId),
      apiKeyPrefix: valuesOf(apiKey),
      actorUserId: valuesOf(actorUserId),
    },
  };
  const page = await readPage(store, AuditEventEntity, range, auditPosition);
  return {
    data: page.items.map((row) => present(row, rowIdAt(scope, auditPosition(row)))),
    ...(page.next && { nextCursor: rowIdAt(scope, page.next) }),
  };
}

/** A range whose bounds are the wrong way round holds nothing, and is not read. */
const nothing = { from: '1', to: '0' } as const;

/** Of these bounds the part that can hold the row of a request. */
function within(bounds: ReturnType<typeof auditBounds>, requestId: string | undefined) {
  if (requestId === undefined) return bounds;
  const position = auditPositionOf(requestId);
  return position !== undefined && bounds.from <= position && position <= bounds.to
    ? { from: position, to: position }
    : nothing;
}

function valuesOf(wanted: string | undefined): string[] {
  return wanted === undefined ? [] : [wanted];
}

function present(row: AuditEvent, id: string): AuditEventBody {
  const { action, outcome, errorType, resourceId, apiKeyPrefix, actorUserId, requestId, at } = row;
  return {
    id,
    action,
    outcome,
    ...(errorType && { errorType }),
    ...(resourceId && { resourceId }),
    ...(apiKeyPrefix && { apiKeyPrefix }),
    ...(actorUserId && { actorUserId }),
    requestId,
    createdAt: timestamp(at),
  };
}
