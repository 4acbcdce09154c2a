import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { anyOf, conditionOf, equals, itemAbsent, lessThan } from '../../../ground/table/conditions.ts';
import { read } from '../../../ground/table/expressions.ts';
import { ConditionFailed } from '../../../ground/table/refusals.ts';
import type { Store } from '../../../ground/table/store.ts';
import { table } from '../../../ground/table/table.ts';
import { clockToleranceMs } from '../../../ground/time/clock.ts';
import { timeOfId } from '../../../ground/time/ids.ts';
import type { PayoutLink } from '../payout-link.ts';

/** The last restore of the table that a check has noted. There is one row. */
const RestoredTableEntity = new Entity({
  name: 'restoredTable',
  table,
  timestamps: false,
  schema: item({
    /** The restore point, milliseconds. */
    since: number(),
    /** When a check that releases had seen everything, milliseconds. Absent until then. */
    settledAt: number().optional(),
  }),
  computeKey: () => ({ pk: 'RESTORE', sk: 'LAST' }),
});

export type RestoredTable = FormattedItem<typeof RestoredTableEntity>;

export const restoredTableRead = read(RestoredTableEntity, {});

/** Notes a restore, unless the same or a later one was noted. */
export async function noteRestore(store: Pick<Store, 'put'>, since: number): Promise<void> {
  const ifLater = conditionOf<RestoredTable>(anyOf(itemAbsent, lessThan({ since })));
  await putIf(store, { since }, ifLater);
}

/** Notes that a restore is settled. @returns false where a later restore point was noted, by mistake or meanwhile */
export async function settleRestore(store: Pick<Store, 'put'>, since: number, now: number): Promise<boolean> {
  return putIf(store, { since, settledAt: now }, conditionOf<RestoredTable>(equals({ since })));
}

async function putIf(
  { put }: Pick<Store, 'put'>,
  row: RestoredTable,
  condition: ReturnType<typeof conditionOf<RestoredTable>>,
): Promise<boolean> {
  try {
    await put(RestoredTableEntity, row, condition);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/**
 * Whether a restore has closed an open link: it was made before the restore point, and may have been canceled or claimed in the time
 * that is lost. Nobody can claim it any more. One that an approval makes anew has the id that it had, of the time of the vote.
 */
export function isClosed({ status, payoutLinkId, createdAt }: Dated, restored: RestoredTable | undefined): boolean {
  if (status !== 'open' || !restored) return false;
  return Math.min(timeOfId(payoutLinkId), Date.parse(createdAt)) <= restored.since + clockToleranceMs;
}

type Dated = Pick<PayoutLink, 'status' | 'payoutLinkId' | 'createdAt'>;

/** Whether it must stay open too: until the restore is settled, a payout that comes back may still claim it. */
export function isKeptOpen(link: Dated, restored: RestoredTable | undefined): boolean {
  return isClosed(link, restored) && restored?.settledAt === undefined;
}
