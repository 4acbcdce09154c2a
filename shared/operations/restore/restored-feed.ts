import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { anyOf, conditionOf, itemAbsent, lessThan } from '../../ground/table/conditions.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import { table } from '../../ground/table/table.ts';
import { HeadEntity } from '../../journal/commit/head.ts';

/**
 * Where an organization's feed ended when a check after a restore first saw it. Credited deposits and payouts that are
 * written back extend the feed, but receivers must read again from here.
 */
export const RestoredFeedEntity = new Entity({
  name: 'restoredFeed',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    /** The last event that the restore has left. */
    sequence: number(),
    /** Milliseconds. */
    notedAt: number(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({
    pk: `ORG#${organizationId}`,
    sk: 'RESTORED_FEED',
  }),
});

type RestoredFeed = FormattedItem<typeof RestoredFeedEntity>;

/**
 * Records where a feed ends, unless that was recorded since the restore point. An older record belongs to an earlier
 * restore.
 */
export async function noteRestoredFeed(
  store: Pick<Store, 'get' | 'put'>,
  organizationId: string,
  { sinceMs, now }: { readonly sinceMs: number; readonly now: number },
): Promise<void> {
  const head = await store.get(refTo(HeadEntity, { organizationId }));
  if (!head) return;
  const unlessNoted = conditionOf<RestoredFeed>(anyOf(itemAbsent, lessThan({ notedAt: sinceMs })));
  const note = { organizationId, sequence: head.sequence, notedAt: now };
  await store.put(RestoredFeedEntity, note, unlessNoted).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

/** @returns the sequence after which receivers must read again; undefined if no check has recorded it */
export async function readRestoredFeed(
  { get }: Pick<Store, 'get'>,
  organizationId: string,
): Promise<number | undefined> {
  return (await get(refTo(RestoredFeedEntity, { organizationId })))?.sequence;
}
