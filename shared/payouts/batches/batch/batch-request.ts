import * as z from 'zod';
import { label } from '../../../contract/fields.ts';
import { PayoutRequest } from '../../payout/payout-request.ts';
import { maxItems } from './batch.ts';

/** The body of `POST P/payouts/batches` (specification, Create a payout batch). */
export const BatchRequest = z
  .strictObject({
    externalReferenceId: label(255).meta({
      description:
        'Your reference for the batch. No other batch of the organization can have it, even after a cancellation.',
    }),
    items: z
      .array(PayoutRequest)
      .min(1)
      .max(maxItems)
      .meta({ description: 'Each item has the same fields as `POST payouts`.' }),
    autoCommit: z.boolean().default(true).meta({
      description: 'Create the payouts without confirmation if every line is valid and no approval is needed.',
    }),
  })
  .meta({ id: 'CreatePayoutBatch', description: 'Up to 1,000 payouts with one reference.' });

export type BatchRequest = z.output<typeof BatchRequest>;
