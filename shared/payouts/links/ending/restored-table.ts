import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { anyOf, conditionOf, equals, itemAbsent, lessThan } from '../../../ground/table/conditions.ts';
import { read } from '../../../ground/table/expressions.ts';
import { ConditionFailed } from '../../../ground/table/refusals.ts';
import type { Store } from '../../../ground/table/store.ts';
import { table } from '../../../ground/table/table.ts';
import { clockToleranceMs } from '../../../ground/time/clock.ts';
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

/** Notes that a restore is settled, unless a later one was noted meanwhile. */
export async function settleRestore(store: Pick<Store, 'put'>, since: number, now: number): Promise<void> {
  await putIf(store, { since, settledAt: now }, conditionOf<RestoredTable>(equals({ since })));
}

async function putIf(
  { put }: Pick<Store, 'put'>,
  row: RestoredTable,
  condition: ReturnType<typeof conditionOf<RestoredTable>>,
): Promise<void> {
  await put(RestoredTableEntity, row, condition).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

/**
 * Whether a restore has closed an open link: it was made before the restore point, and may have been canceled or claimed in the time
 * that is lost. Nobody can claim it any more.
 */
export function isClosed(
  { status, createdAt }: Pick<PayoutLink, 'status' | 'createdAt'>,
  restored: RestoredTable | undefined,
): boolean {
  return status === 'open' && restored !== undefined && Date.parse(createdAt) <= restored.since + clockToleranceMs;
}

/** Whether it must stay open too: until the restore is settled, a payout that comes back may still claim it. */
export function isKeptOpen(
  link: Pick<PayoutLink, 'status' | 'createdAt'>,
  restored: RestoredTable | undefined,
): boolean {
  return isClosed(link, restored) && restored?.settledAt === undefined;
}
