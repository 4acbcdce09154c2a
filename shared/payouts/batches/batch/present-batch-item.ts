import * as z from 'zod';
import { TotalText } from '../../../contract/fields.ts';
import { formatAmount } from '../../../ground/money/money.ts';
import { requestedPayoutFields } from '../../payout/requested-payout.ts';
import type { BatchItem } from './batch-item.ts';
import { batchItemStatuses } from './statuses.ts';

const LineFaultView = z
  .object({
    type: z.string().meta({ description: 'The error type that `POST payouts` would have returned.' }),
    detail: z.string().meta({ description: 'What went wrong.' }),
    path: z.string().optional().meta({ description: 'The faulty field of the line. Absent if none is at fault.' }),
    code: z
      .string()
      .optional()
      .meta({ description: 'Stable and machine-readable, as in FieldFault. Absent if no field is at fault.' }),
  })
  .meta({ id: 'PayoutBatchItemError', description: 'Why a line has not become a payout.' });

export const BatchItemView = z
  .object({
    index: z.int().meta({ description: 'The position in `items`, starting from 0.' }),
    status: z.enum(batchItemStatuses).meta({
      description:
        '`valid`: can become a payout. `create_failed`: was valid, but refused when it should have become a payout.',
    }),
    request: z
      .object(requestedPayoutFields)
      .meta({ id: 'PayoutBatchLine', description: 'The line as it was submitted, with defaults filled in.' }),
    payoutId: z.string().optional().meta({ description: 'The payout that the item became.' }),
    funding: z
      .object({
        amount: TotalText.meta({ description: 'The amount to send, in the token.' }),
        token: z.string().meta({ description: 'The stablecoin to send.' }),
        chain: z.string().meta({ description: 'The network to send it on.' }),
        address: z.string().meta({ description: 'Where to send it.' }),
      })
      .optional()
      .meta({
        description:
          'Present if you send the money of this payout yourself, with the values at the time the payout was created. Read the funding instructions before you send the money.',
      }),
    errors: z.array(LineFaultView).optional().meta({ description: 'Why the item is `invalid` or `create_failed`.' }),
  })
  .meta({ id: 'PayoutBatchItem', description: 'A line of a batch and its outcome.' });

export type BatchItemBody = z.infer<typeof BatchItemView>;

/** A line as the API shows it (specification, Payout batch and item). */
export function presentBatchItem({
  index,
  status,
  request,
  payoutId,
  funding,
  errors,
}: Pick<BatchItem, 'index' | 'status' | 'request' | 'payoutId' | 'funding' | 'errors'>): BatchItemBody {
  return {
    index,
    status,
    request: JSON.parse(request),
    ...(payoutId && { payoutId }),
    ...(funding && { funding: { ...funding, amount: formatAmount(funding.amount, funding.token) } }),
    ...(errors && { errors }),
  };
}
