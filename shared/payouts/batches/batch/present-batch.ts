import * as z from 'zod';
import { CurrencyCode, Instant, TotalText } from '../../../contract/fields.ts';
import { formatAmount } from '../../../ground/money/money.ts';
import { RequestedTotal } from '../../approvals/present-approval.ts';
import type { Batch } from './batch.ts';
import { batchStatuses } from './statuses.ts';

export const BatchView = z
  .object({
    batchId: z.string(),
    externalReferenceId: z.string(),
    status: z.enum(batchStatuses),
    autoCommit: z
      .boolean()
      .meta({ description: 'False, too, where the policy wants approval: then a confirm is needed in any case.' }),
    itemCount: z.int(),
    counts: z
      .object({
        pending: z.int(),
        valid: z.int(),
        invalid: z.int(),
        created: z.int(),
        create_failed: z.int(),
      })
      .meta({ description: 'Items by status. They add up to `itemCount`.' }),
    progress: z
      .object({ validated: z.int(), resolved: z.int() })
      .meta({ description: 'Of `itemCount`: items that were validated, and items whose fate is known.' }),
    totals: z.object({
      requested: z
        .array(RequestedTotal)
        .meta({ description: 'What the items found valid ask for, by corridor and leg, before prices and fees.' }),
      debited: z
        .array(z.object({ currency: CurrencyCode, count: z.int(), amount: TotalText, fee: TotalText }))
        .meta({ description: 'What the created payouts took from the balance; `amount` includes `fee`.' }),
    }),
    approvalId: z.string().optional().meta({ description: 'The approval that was asked for last.' }),
    livemode: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'PayoutBatch' });

export type BatchBody = z.infer<typeof BatchView>;

/** The run as its read, its answers and its events show it (specification, Payout batch and item; design, batch). */
export function presentBatch(batch: Batch): BatchBody {
  const { itemCount, counts, debited } = batch;
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
      debited: debited
        ? [
            {
              currency: debited.currency,
              count: counts.created,
              amount: formatAmount(debited.amount, debited.currency),
              fee: formatAmount(debited.fee, debited.currency),
            },
          ]
        : [],
    },
    ...(batch.approvalId && { approvalId: batch.approvalId }),
    livemode: batch.livemode,
    createdAt: batch.createdAt,
    updatedAt: batch.updatedAt,
  };
}

/** What a run asks for, by corridor and leg. */
export function presentRequested({ requested }: Pick<Batch, 'requested'>) {
  return requested.map(({ corridorId, amountLeg, currency, count, amount }) => ({
    corridorId,
    amountLeg,
    currency,
    count,
    amount: formatAmount(amount, currency),
  }));
}
