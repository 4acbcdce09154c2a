import { randomUUID } from 'node:crypto';
import { type DueKey, type DueWork, dueRef, scheduleWork } from '../../../../shared/journal/due/due-work.ts';
import { hintOf } from '../../../../shared/journal/due/hint-due-work.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';

export function keyOfPayout(organizationId: string, resourceId: string): DueKey {
  return { organizationId, kind: 'rails', resourceId };
}

/** A due row as it stands. */
export async function workOf({ store }: Pick<WholeRuntime, 'store'>, key: DueKey): Promise<DueWork | undefined> {
  return store.get(dueRef(key));
}

/** Writes a due row by itself; resolves to its hint. */
export async function schedule(
  { ids, store }: WholeRuntime,
  dueAt: number,
  { resourceId = `po_${randomUUID()}`, kind = 'rails' }: Partial<DueKey> = {},
): Promise<Hint> {
  const key: DueKey = { organizationId: 'org', kind, resourceId };
  await store.transact([scheduleWork(key, dueAt)], ids.token());
  const work = await store.get(dueRef(key));
  if (!work) throw new Error('not scheduled');
  return hintOf(work);
}
