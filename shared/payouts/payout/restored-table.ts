import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { anyOf, conditionOf, equals, itemAbsent, lessThan } from '../../ground/table/conditions.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import { table } from '../../ground/table/table.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { clockToleranceMs } from '../../ground/time/clock.ts';
import { timeOfId } from '../../ground/time/ids.ts';
import type { Payout } from './payout.ts';

/** The last restore of the table that a check has noted. The table has one such row. */
const RestoredTableEntity = new Entity({
  name: 'restoredTable',
  table,
  timestamps: false,
  schema: item({
    /** Restore point in milliseconds. */
    since: number(),
    /** Milliseconds: when a check noted it first. Nothing was sent from some time before that on. Absent on rows of earlier releases. */
    notedAt: number().optional(),
    /** Milliseconds: when a check confirmed that releases had seen everything. Absent until then. */
    settledAt: number().optional(),
  }),
  computeKey: () => ({ pk: 'RESTORE', sk: 'LAST' }),
});

export type RestoredTable = FormattedItem<typeof RestoredTableEntity>;

export const restoredTableRef = refTo(RestoredTableEntity, {});

/** Notes a restore, unless it or a later one was noted already. */
export async function noteRestore(store: Pick<Store, 'put'>, since: number, now: number): Promise<void> {
  const ifLater = conditionOf<RestoredTable>(anyOf(itemAbsent, lessThan({ since })));
  await isWritten(store.put(RestoredTableEntity, { since, notedAt: now }, ifLater));
}

/** Notes that a restore is settled. @returns false if a later restore point was noted, by mistake or in the meantime */
export function settleRestore(store: Pick<Store, 'update'>, since: number, now: number): Promise<boolean> {
  const settled = updateOf<RestoredTable>({ set: { settledAt: now } }, equals({ since }));
  return isWritten(store.update(restoredTableRef, settled));
}

/** @returns false if the condition of the write did not hold */
async function isWritten(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/**
 * Whether something was created before the restore point, so that it may have changed in the time that was lost.
 * @param madeAt milliseconds
 */
export function isOlder(madeAt: number, restored: RestoredTable | undefined): boolean {
  return restored !== undefined && madeAt <= restored.since + clockToleranceMs;
}

/**
 * Whether a payout that awaits funds may have been sent or canceled in the time that a restore has lost: then nothing
 * funds it.
 */
export function isInDoubt(
  { payoutId, status }: Pick<Payout, 'payoutId' | 'status'>,
  restored: RestoredTable | undefined,
): boolean {
  return status === 'awaiting_funds' && isOlder(timeOfId(payoutId), restored);
}
