import { itemExists } from '../../ground/table/conditions.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { updateIf, type Write } from '../../ground/table/writes.ts';
import { cursorRef, type WebhookCursor } from './cursor.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/**
 * Returns the cursor of an endpoint that is resumed. Its health is reset, except for the time of its last success. Its
 * progress, lanes and claim do not change, because a worker may hold it. `mended` makes the next worker probe every
 * type that is held back.
 */
export function resumedCursor(
  { organizationId, endpointId }: WebhookEndpoint,
  cursor: WebhookCursor | undefined,
  now: number,
): { readonly write: Write; readonly cursor: WebhookCursor } {
  if (!cursor) throw new Error(`the webhook endpoint ${endpointId} has no cursor`);
  const { lastFailureAt: _at, lastError: _error, probeAt: _probeAt, troubleToldAt: _told, ...rest } = cursor;
  const set = { consecutiveFailures: 0, failedFirstAttempts: 0, deadDeliveries: 0, countedFrom: now };
  const remove = ['lastFailureAt', 'lastError', 'probeAt', 'troubleToldAt'] as const;
  return {
    cursor: { ...rest, ...set },
    write: updateIf(
      cursorRef(organizationId, endpointId),
      updateOf<WebhookCursor>({ set, add: { mended: 1 }, remove }, itemExists),
    ),
  };
}
