import * as z from 'zod';
import { CurrencyCode, Instant, Livemode, TotalText } from '../../../contract/fields.ts';
import { formatAmount } from '../../../ground/money/money.ts';
import type { Batch } from './batch.ts';
import { RequestedTotal } from './requested-batch.ts';
import { batchStatuses } from './statuses.ts';

export const BatchView = z
  .object({
    batchId: z.string().meta({ description: 'The id to use in paths.' }),
    externalReferenceId: z.string().meta({ description: 'Your reference for the batch.' }),
    status: z.enum(batchStatuses).meta({
      description:
        '`completed`: every item has a final outcome; money may still be on its way. `awaiting_confirmation`: confirm or cancel the batch.',
    }),
    autoCommit: z.boolean().meta({
      description: 'Also false if the policy requires approval, because the batch then always needs confirmation.',
    }),
    itemCount: z.int().meta({ description: 'The number of items.' }),
    counts: z
      .object({
        pending: z.int().meta({ description: 'Items that have not been validated yet.' }),
        valid: z.int().meta({ description: 'Items that can become payouts.' }),
        invalid: z
          .int()
          .meta({ description: 'Items that never become payouts. The `errors` of the item give the reason.' }),
        created: z.int().meta({ description: 'Items that have become payouts.' }),
        create_failed: z
          .int()
          .meta({ description: 'Items that were valid but refused when they should have become payouts.' }),
      })
      .meta({ description: 'The number of items in each status. They add up to `itemCount`.' }),
    progress: z
      .object({
        validated: z.int().meta({ description: 'Items that were validated.' }),
        resolved: z.int().meta({ description: 'Items with a final outcome.' }),
      })
      .meta({ description: 'How many of the `itemCount` items were validated, and how many have a final outcome.' }),
    totals: z
      .object({
        requested: z
          .array(RequestedTotal)
          .meta({ description: 'Totals that the valid items ask for, by corridor and leg, before prices and fees.' }),
        debited: z
          .array(
            z.object({
              currency: CurrencyCode,
              count: z.int().meta({ description: 'The number of payouts.' }),
              amount: TotalText,
              fee: TotalText,
            }),
          )
          .meta({ description: 'The amount that the created payouts took from the balance. `amount` includes `fee`.' }),
        selfFunded: z
          .array(
            z.object({
              currency: CurrencyCode,
              count: z.int().meta({ description: 'The number of payouts.' }),
              amount: TotalText,
              fee: TotalText,
            }),
          )
          .optional()
          .meta({
            description:
              'The amount that you must send yourself for created payouts, `fee` included. The `funding` of each item gives the address. Absent if there are none.',
          }),
      })
      .meta({ description: 'Totals over the items.' }),
    approvalId: z.string().optional().meta({ description: 'The approval that was requested last.' }),
    livemode: Livemode,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'PayoutBatch', description: 'A batch of payouts.' });

export type BatchBody = z.infer<typeof BatchView>;

/** The batch as the API and its events show it (specification, Payout batch and item; design, batch). */
export function presentBatch(batch: Batch): BatchBody {
  const { itemCount, counts, debited, selfFunded } = batch;
  return {
    batchId: batch.batchId,
    externalReferenceId: batch.externalReferenceId,
    status: batch.status,
    autoCommit: batch.autoCommit,
    itemCount,
    counts,
    progress: {
      validated: itemCount - counts.pending,
      resolved: itemCount - counts.pending - counts.valid,
    },
    totals: {
      requested: presentRequested(batch),
      debited: debited ? [presentSum({ ...debited, count: counts.created - (selfFunded?.count ?? 0) })] : [],
      ...(selfFunded && { selfFunded: [presentSum(selfFunded)] }),
    },
    ...(batch.approvalId && { approvalId: batch.approvalId }),
    livemode: batch.livemode,
    createdAt: batch.createdAt,
    updatedAt: batch.updatedAt,
  };
}

function presentSum({ currency, count, amount, fee }: NonNullable<Batch['selfFunded']>) {
  return { currency, count, amount: formatAmount(amount, currency), fee: formatAmount(fee, currency) };
}

/** The totals of a batch by corridor and leg. */
export function presentRequested({ requested }: Pick<Batch, 'requested'>) {
  return requested.map(({ corridorId, amountLeg, currency, funding, count, amount }) => ({
    corridorId,
    amountLeg,
    currency,
    ...(funding && { funding }),
    count,
    amount: formatAmount(amount, currency),
  }));
}
