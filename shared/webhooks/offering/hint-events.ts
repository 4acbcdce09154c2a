import type { Event } from '../../journal/rows/event.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';

/**
 * Used in a hint instead of an endpoint's id. It stands for every endpoint of the organization that may want the new
 * events.
 */
export const anyEndpointId = '*';

/** Turns new events into one hint for each organization. */
export async function hintEvents(
  { clock, hints }: Pick<WorkerRuntime, 'clock' | 'hints'>,
  events: readonly Pick<Event, 'organizationId' | 'sequence'>[],
): Promise<void> {
  const now = clock();
  const lastOf = new Map<string, number>();
  for (const { organizationId, sequence } of events) {
    lastOf.set(organizationId, Math.max(sequence, lastOf.get(organizationId) ?? 0));
  }
  const wanted = [...lastOf].map(([organizationId, sequence]): Hint => {
    return { kind: 'endpoints', organizationId, resourceId: anyEndpointId, dueAt: now, sequence, seenAt: now };
  });
  if (wanted.length > 0) await hints.send(wanted, now);
}
