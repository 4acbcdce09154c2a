import type { WebhookCursor } from './cursor.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Longer than any delivery is on its ladder: 70 hours, each pause up to a fifth longer. */
export const longestLadderMs = 4 * 24 * 60 * 60 * 1000;

type Replayed = Pick<WebhookCursor, 'replayedFrom' | 'replayedUntil'>;

/**
 * Time of the oldest event of which a delivery was replayed that may still be on its ladder; undefined without one. Time on
 * a ladder stands still while the endpoint is disabled.
 */
export function replayedFrom(
  { disabledAt }: Pick<WebhookEndpoint, 'disabledAt'>,
  { replayedFrom: from, replayedUntil = 0 }: Replayed,
  now: number,
): number | undefined {
  return replayedUntil > (disabledAt ?? now) ? from : undefined;
}

/** A condition under which these are as they were read. */
export function replayedAsRead({ replayedFrom: from }: Replayed) {
  return from === undefined
    ? { condition: 'attribute_exists(pk) AND attribute_not_exists(replayedFrom)', values: {} }
    : { condition: 'replayedFrom = :replayedFrom', values: { ':replayedFrom': from } };
}
