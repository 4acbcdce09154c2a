import { conditionOf, notExists } from '../../ground/table/conditions.ts';
import { readPage } from '../../ground/table/page.ts';
import { checkIf, updateIf, type Write } from '../../ground/table/writes.ts';
import type { DueKind } from '../../ports/due-kinds.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type DueKey, type DueWork, dueRead, unparked } from './due-work.ts';
import { ParkedWorkEntity, parkedPartition, parkedPosition, unlistParked } from './parked-work.ts';
import { transactWithRetry } from './transact-with-retry.ts';

/** Done in a few seconds; the next call takes more. */
const rowsPerCall = 500;
/** An organization's rows lie apart in the table, so that some at once disturb nobody. */
const rowsAtOnce = 10;

type UnparkRuntime = Pick<Runtime, 'clock' | 'ids' | 'sleep' | 'store'>;

/**
 * Makes parked work due now, as if it had never been tried, but for its claims: whoever was told is asked first.
 * @param beside written with it or not at all
 * @returns false when it is not parked: nothing was written
 */
export function unparkOne(runtime: UnparkRuntime, key: DueKey, ...beside: Write[]): Promise<boolean> {
  const goesOn = updateIf(dueRead(key), unparked(key, runtime.clock()));
  return transactWithRetry(runtime, [goesOn, unlistParked(key), ...beside]);
}

/**
 * Makes all work of a kind due that is parked in an organization, row by row: called again after a crash it goes on.
 * @returns whose work goes on, and whether more of it is parked than one call takes
 */
export async function unparkAll(
  runtime: UnparkRuntime,
  organizationId: string,
  kind: DueKind,
): Promise<{ readonly resourceIds: readonly string[]; readonly more: boolean }> {
  const range = {
    partition: parkedPartition(organizationId),
    from: parkedPosition({ kind, resourceId: '' }),
    // A tilde sorts behind every id.
    to: parkedPosition({ kind, resourceId: '~' }),
    limit: rowsPerCall,
  };
  const { items, next } = await readPage(runtime.store, ParkedWorkEntity, range, parkedPosition);
  const resourceIds: string[] = [];
  for (let start = 0; start < items.length; start += rowsAtOnce) {
    const rows = items.slice(start, start + rowsAtOnce);
    const goOn = await Promise.all(
      rows.map(async (row) => (await unparkOne(runtime, row)) || (await tidy(runtime, row))),
    );
    resourceIds.push(...rows.filter((_, index) => goOn[index]).map(({ resourceId }) => resourceId));
  }
  return { resourceIds, more: next !== undefined };
}

/** Takes off the list what went on some other way, unless it is parked again by now. */
async function tidy(runtime: UnparkRuntime, key: DueKey): Promise<false> {
  const isElsewhere = checkIf(dueRead(key), conditionOf<DueWork>(notExists('parkedAt')));
  await transactWithRetry(runtime, [isElsewhere, unlistParked(key)]);
  return false;
}
