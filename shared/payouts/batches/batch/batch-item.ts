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

/** One line of a batch, once it is validated. Before that, it is only in the stored lines. */
export const BatchItemEntity = new Entity({
  name: 'batchItem',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    batchId: string().key(),
    /** The position in the batch, from 0. */
    index: number().key(),
    version: number(),
    status: stateOf(...batchItemStatuses),
    /** The line: the request for a payout, as JSON. */
    request: string(),
    /** The payout that the line became. */
    payoutId: string().optional(),
    /**
     * Where to send the money for this payout, and how much of the token. Present if the organization funds it itself.
     */
    funding: map({ amount: minorUnits(), token: string(), chain: string(), address: string() }).optional(),
    /** Why the line has not become a payout. */
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
 * The id of the payout that a line becomes. It is always the same, so that no line becomes two payouts. It depends only
 * on what is stored with the batch from the start: a batch that a restore has brought back and that is confirmed again
 * must find the payouts that it created before. The time in the id sorts the payouts of a batch by their lines, at the
 * time when the batch was submitted.
 */
export function payoutIdOf({ batchId, createdAt }: Pick<Batch, 'batchId' | 'createdAt'>, index: number): string {
  const digest = createHash('sha256').update(`${batchId}#${index}`).digest();
  return payoutIdFrom(Date.parse(createdAt) + index, digest);
}

/** The line of a batch from which a payout was created; undefined if the payout is not from this batch. */
export function indexOf(
  batch: Pick<Batch, 'batchId' | 'createdAt' | 'itemCount'>,
  payoutId: string,
): number | undefined {
  const index = timeOfId(payoutId) - Date.parse(batch.createdAt);
  return index >= 0 && index < batch.itemCount && payoutIdOf(batch, index) === payoutId ? index : undefined;
}
