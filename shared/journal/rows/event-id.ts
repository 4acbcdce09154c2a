import { createHash } from 'node:crypto';
import type { Event } from './event.ts';

/**
 * An event's id is derived from its place in its journal, so that it need not be stored and can never change. The time
 * distinguishes the event from one that had the same place before a point-in-time restore.
 */
export function eventId({ organizationId, sequence, createdAt }: Event): string {
  const digest = createHash('sha256').update(`${organizationId}\n${sequence}\n${createdAt}`).digest('hex');
  return `evt_${digest.slice(0, 32)}`;
}
