import * as z from 'zod';
import { MoneyView, TotalText } from '../../../contract/fields.ts';
import { amountLegs } from '../../../ports/amount-leg.ts';

/** The totals of the lines with the same corridor and leg. */
export const RequestedTotal = z
  .object({
    corridorId: z.string().meta({ description: 'The corridor through which the money is sent.' }),
    amountLeg: z
      .enum(amountLegs)
      .meta({ description: 'The side of the payouts that the amounts refer to: see `CreatePayout`.' }),
    currency: z.string().meta({ description: 'The currency of the amounts (ISO 4217).' }),
    funding: z.enum(['self']).optional().meta({ description: 'Present if you send the money yourself.' }),
    count: z.int().meta({ description: 'The number of lines.' }),
    amount: TotalText,
  })
  .meta({ id: 'RequestedTotal', description: 'Total of the lines of a batch for one corridor and leg.' });

/** The content of an approval of kind `batch`: the batch as people see it when they vote. */
export const RequestedBatch = z
  .object({
    batchId: z.string().meta({ description: 'The batch.' }),
    externalReferenceId: z.string().meta({ description: 'Your reference for the batch.' }),
    itemCount: z.int().meta({ description: 'The number of lines, valid or not.' }),
    valid: z.int().meta({ description: 'The number of lines that become payouts.' }),
    invalid: z.int().meta({ description: 'The number of lines that are left out.' }),
    requested: z.array(RequestedTotal).meta({ description: 'The totals of the valid lines.' }),
    largestDebit: MoneyView.extend({ amount: TotalText }).meta({
      description:
        'The most that the batch can debit, or ask you to send yourself: 5 percent above today’s price, fees included. Lines beyond it fail with `RATE_DRIFT_EXCEEDED`.',
    }),
    linesHash: z.string().meta({ description: 'SHA-256 of the stored lines, in hexadecimal.' }),
  })
  .meta({ id: 'RequestedBatch', description: 'A batch that waits for approval.' });

export type RequestedBatch = z.infer<typeof RequestedBatch>;
