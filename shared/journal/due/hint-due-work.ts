import { dueKinds } from '../../ports/due-kinds.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { DueWork } from './due-work.ts';

/** The longest delay that SQS allows. Work that is due later is found by the sweep. */
export const longestDelayMs = 15 * 60 * 1000;

/** A change of a due row, as reported by the table's stream. */
export interface DueChange {
  readonly before: Partial<DueWork> | undefined;
  readonly after: DueWork;
}

/**
 * Turns changes of due rows into hints. A claim sends none, because its worker's own message reappears if the worker
 * dies. Work of a kind that only a later release knows is left to that release, whose sweep finds the row.
 */
export async function hintDueWork(
  { clock, hints }: Pick<WorkerRuntime, 'clock' | 'hints'>,
  changes: readonly DueChange[],
): Promise<void> {
  const now = clock();
  const wanted = changes.flatMap(({ before, after }) => {
    // A claim may end with a `dueAt` that happens to equal the end of its lease.
    const isNew = after.dueAt !== before?.dueAt || before?.claim !== undefined;
    const moved = after.dueAt !== undefined && isNew && !after.claim && dueKinds.includes(after.kind);
    return moved && (after.dueAt as number) <= now + longestDelayMs ? [hintOf(after)] : [];
  });
  if (wanted.length > 0) await hints.send(wanted, now);
}

export function hintOf({ kind, organizationId, resourceId, dueAt = 0 }: DueWork): Hint {
  return { kind, organizationId, resourceId, dueAt };
}
