import { createHash } from 'node:crypto';

/** An event's id follows from its place in its journal, so that it needs no storing and can never change. */
export function eventId(organizationId: string, sequence: number): string {
  const digest = createHash('sha256').update(`${organizationId}\n${sequence}`).digest('hex');
  return `evt_${digest.slice(0, 32)}`;
}
