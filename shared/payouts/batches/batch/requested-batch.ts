import * as z from 'zod';
import { MoneyView, TotalText } from '../../../contract/fields.ts';
import { amountLegs } from '../../../ports/amount-leg.ts';

/** What the lines of one corridor and leg ask for together. */
export const RequestedTotal = z
  .object({
    corridorId: z.string().meta({ description: 'Where the money goes.' }),
    amountLeg: z.enum(amountLegs).meta({ description: 'Which side the amounts are on: see `CreatePayout`.' }),
    currency: z.string().meta({ description: 'What the amounts are in: ISO 4217.' }),
    funding: z.enum(['self']).optional().meta({ description: 'Present where you send the money yourself.' }),
    count: z.int().meta({ description: 'Number of lines.' }),
    amount: TotalText,
  })
  .meta({ id: 'RequestedTotal', description: 'Total of the lines of a batch for one corridor and leg.' });

/** The content of an approval of kind `batch`: the run as people see it when they vote. */
export const RequestedBatch = z
  .object({
    batchId: z.string().meta({ description: 'The batch.' }),
    externalReferenceId: z.string().meta({ description: 'Your reference for the batch.' }),
    itemCount: z.int().meta({ description: 'Its lines, valid or not.' }),
    valid: z.int().meta({ description: 'Lines that become payouts.' }),
    invalid: z.int().meta({ description: 'Lines that are left out.' }),
    requested: z.array(RequestedTotal).meta({ description: 'What the valid lines ask for.' }),
    largestDebit: MoneyView.extend({ amount: TotalText }).meta({
      description:
        'The most that the run may debit, or have you send yourself: 5 percent above today’s price, fees included. Lines beyond it fail with `RATE_DRIFT_EXCEEDED`.',
    }),
    linesHash: z.string().meta({ description: 'SHA-256 of the stored lines, in hexadecimal.' }),
  })
  .meta({ id: 'RequestedBatch', description: 'A batch that waits for approval.' });

export type RequestedBatch = z.infer<typeof RequestedBatch>;
