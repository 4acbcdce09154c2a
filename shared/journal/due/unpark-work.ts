import { conditionOf, notExists } from '../../ground/table/conditions.ts';
import { readPage } from '../../ground/table/page.ts';
import { checkIf, updateIf, type Write } from '../../ground/table/writes.ts';
import type { DueKind } from '../../ports/due-kinds.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type DueKey, type DueWork, dueRef, unparkUpdate } from './due-work.ts';
import { ParkedWorkEntity, parkedPartition, parkedPosition, unlistParked } from './parked-work.ts';
import { transactWithRetry } from './transact-with-retry.ts';

/** The number of rows that one call unparks, which takes a few seconds. The next call takes the rest. */
const rowsPerCall = 500;
/** Each due row has its own partition, so writing several concurrently overloads none. */
const rowsAtOnce = 10;

type UnparkRuntime = Pick<Runtime, 'clock' | 'ids' | 'sleep' | 'store'>;

/**
 * Makes parked work due now, and resets its attempts. Its claims stay counted, so that the worker asks the outside
 * system, which may already have been told, before it sends again.
 * @param beside more writes for the same transaction
 * @returns false when the work is not parked, in which case nothing was written
 */
export function unparkOne(runtime: UnparkRuntime, key: DueKey, ...beside: Write[]): Promise<boolean> {
  const unpark = updateIf(dueRef(key), unparkUpdate(key, runtime.clock()));
  return transactWithRetry(runtime, [unpark, unlistParked(key), ...beside]);
}

/**
 * Makes all parked work of a kind in an organization due, row by row. After a crash, another call does the rest.
 * @returns the resources whose work is due again, and whether more is parked than one call takes
 */
export async function unparkAll(
  runtime: UnparkRuntime,
  organizationId: string,
  kind: DueKind,
): Promise<{ readonly resourceIds: readonly string[]; readonly more: boolean }> {
  const range = {
    partition: parkedPartition(organizationId),
    from: parkedPosition({ kind, resourceId: '' }),
    // A tilde sorts after every id.
    to: parkedPosition({ kind, resourceId: '~' }),
    limit: rowsPerCall,
  };
  const { items, next } = await readPage(runtime.store, ParkedWorkEntity, range, parkedPosition);
  const resourceIds: string[] = [];
  for (let start = 0; start < items.length; start += rowsAtOnce) {
    const rows = items.slice(start, start + rowsAtOnce);
    const isUnparked = await Promise.all(
      rows.map(async (row) => (await unparkOne(runtime, row)) || (await removeLeftover(runtime, row))),
    );
    resourceIds.push(...rows.filter((_, index) => isUnparked[index]).map(({ resourceId }) => resourceId));
  }
  return { resourceIds, more: next !== undefined };
}

/** Removes an entry whose work is no longer parked. Does nothing if the work has been parked again. */
async function removeLeftover(runtime: UnparkRuntime, key: DueKey): Promise<false> {
  const isNotParked = checkIf(dueRef(key), conditionOf<DueWork>(notExists('parkedAt')));
  await transactWithRetry(runtime, [isNotParked, unlistParked(key)]);
  return false;
}
