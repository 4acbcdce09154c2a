import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { stateOf } from '../../../ground/table/known-values.ts';
import { minorUnits, sortable, table } from '../../../ground/table/table.ts';
import { payoutIdFrom, timeOfId } from '../../../ground/time/ids.ts';
import type { Payout } from '../../payout/payout.ts';
import type { Batch } from './batch.ts';
import { batchItemStatuses } from './statuses.ts';

/** One line of a run, from its validation on. Before, it is only in the stored lines. */
export const BatchItemEntity = new Entity({
  name: 'batchItem',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    batchId: string().key(),
    /** Its place in the run, from 0. */
    index: number().key(),
    version: number(),
    status: stateOf(...batchItemStatuses),
    /** The line: JSON of a payout's request. */
    request: string(),
    /** The payout that the link became. */
    payoutId: string().optional(),
    /** Where to send the money of this payout, and how much of the token: present where the organization funds it itself. */
    funding: map({ amount: minorUnits(), token: string(), chain: string(), address: string() }).optional(),
    /** Why it is no payout. */
    errors: list(
      map({ type: string(), detail: string(), path: string().optional(), code: string().optional() }),
    ).optional(),
  }),
  computeKey: ({ organizationId, batchId, index }: { organizationId: string; batchId: string; index: number }) => ({
    pk: batchItemPartition(organizationId, batchId),
    sk: itemPosition(index),
  }),
});

export type BatchItem = FormattedItem<typeof BatchItemEntity>;

/** Why a line has not become a payout. */
export type LineFault = NonNullable<BatchItem['errors']>[number];

/** A line that has become a payout. */
export function createdItem({ errors: _, ...item }: BatchItem, { payoutId, funding }: Payout): BatchItem {
  const created = { ...item, status: 'created', payoutId } as const;
  if (!funding) return created;
  const { amount, token, chain, address } = funding;
  return { ...created, funding: { amount, token, chain, address } };
}

const indexDigits = 4;

export function batchItemPartition(organizationId: string, batchId: string): string {
  return `BATCH_ITEM#${organizationId}#${batchId}`;
}

/** Sort key of a line. */
export function itemPosition(index: number): string {
  return sortable(index, indexDigits);
}

/**
 * The id of the payout that a line becomes: always the same, so that no line becomes two. It follows from what is stored
 * with the run at its start alone: a run that a restore has put back, and that is confirmed anew, must meet the payouts
 * that it became before. Its time makes orders list a run's payouts in the order of its lines, where the run was submitted.
 */
export function payoutIdOf({ batchId, createdAt }: Pick<Batch, 'batchId' | 'createdAt'>, index: number): string {
  const digest = createHash('sha256').update(`${batchId}#${index}`).digest();
  return payoutIdFrom(Date.parse(createdAt) + index, digest);
}

/** Which line of a run a payout is; undefined for one that is none of its lines. */
export function indexOf(
  batch: Pick<Batch, 'batchId' | 'createdAt' | 'itemCount'>,
  payoutId: string,
): number | undefined {
  const index = timeOfId(payoutId) - Date.parse(batch.createdAt);
  return index >= 0 && index < batch.itemCount && payoutIdOf(batch, index) === payoutId ? index : undefined;
}
