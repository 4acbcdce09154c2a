import { updateIf, type Write } from '../table/writes.ts';
import { cursorRead, type WebhookCursor } from './cursor.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { longestLadderMs, replayedAsRead, replayedFrom } from './replayed-from.ts';

/**
 * The cursor of an endpoint that is resumed: its health cleared, and deliveries that lost their due rows meanwhile to be
 * looked for. Touches neither how far it is nor its claim, because a worker may hold it.
 */
export function resumedCursor(
  endpoint: WebhookEndpoint,
  cursor: WebhookCursor | undefined,
  now: number,
): { readonly write: Write; readonly cursor: WebhookCursor } {
  if (!cursor) throw new Error(`the webhook endpoint ${endpoint.endpointId} has no cursor`);
  const { probeAt: _probeAt, probes: _probes, troubleToldAt: _told, ...rest } = cursor;
  const health = { consecutiveFailures: 0, failedFirstAttempts: 0, deadDeliveries: 0, countedFrom: now };
  const heldFrom = heldSince(endpoint, cursor, now);
  const { condition, values } = replayedAsRead(cursor);
  // What was replayed goes on from where it stood: its ladder is as long from now as it was then.
  const isReplaying = replayedFrom(endpoint, cursor, now) !== undefined;
  return {
    cursor: { ...rest, ...health, heldFrom },
    write: updateIf(cursorRead(endpoint.organizationId, endpoint.endpointId), {
      UpdateExpression: `SET consecutiveFailures = :none, failedFirstAttempts = :none, deadDeliveries = :none, countedFrom = :now, heldFrom = :heldFrom${
        isReplaying ? ', replayedUntil = :ladderEnd' : ''
      } REMOVE probeAt, probes, troubleToldAt${isReplaying ? '' : ', replayedFrom, replayedUntil'}`,
      ConditionExpression: condition,
      ExpressionAttributeValues: {
        ...values,
        ':none': 0,
        ':now': now,
        ':heldFrom': heldFrom,
        ...(isReplaying && { ':ladderEnd': now + longestLadderMs }),
      },
    }),
  };
}

/**
 * Time of the oldest event of which a delivery may have been on its ladder when the endpoint was disabled: one of the last
 * days before, one that was replayed, or one that the look behind an earlier pause has not come to yet.
 */
function heldSince(endpoint: WebhookEndpoint, cursor: WebhookCursor, now: number): number {
  const since = (endpoint.disabledAt ?? Date.parse(endpoint.createdAt)) - longestLadderMs;
  return Math.min(since, cursor.heldFrom ?? since, replayedFrom(endpoint, cursor, now) ?? since);
}
