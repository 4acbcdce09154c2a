import { createHash } from 'node:crypto';
import type { Event } from './event.ts';

/**
 * The id of an event is derived from its position in its journal, so that it need not be stored and can never change.
 * The time distinguishes the event from one that had the same position before a point-in-time restore.
 */
export function eventId({ organizationId, sequence, createdAt }: Event): string {
  const digest = createHash('sha256').update(`${organizationId}\n${sequence}\n${createdAt}`).digest('hex');
  return `evt_${digest.slice(0, 32)}`;
}
