import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { AmountText, CurrencyCode, Instant } from '../http/fields.ts';
import { formatAmount } from '../money/money.ts';
import { minorUnits, table } from '../table/table.ts';

/** Money that came in. */
export const DepositEntity = new Entity({
  name: 'deposit',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    depositId: string().key(),
    version: number(),
    status: string().enum('completed'),
    amount: minorUnits(),
    currency: string(),
    method: string().enum('bank_transfer', 'crypto', 'sandbox'),
    /** The sender's. */
    reference: string().optional(),
    receivedAt: string(),
  }),
  computeKey: ({ organizationId, depositId }: { organizationId: string; depositId: string }) => ({
    pk: `DEPOSIT#${organizationId}`,
    sk: depositId,
  }),
});

export type Deposit = FormattedItem<typeof DepositEntity>;

export const DepositView = z
  .object({
    depositId: z.string(),
    status: z.enum(['completed']),
    amount: AmountText,
    currency: CurrencyCode,
    method: z.enum(['bank_transfer', 'crypto', 'sandbox']),
    reference: z.string().nullable(),
    receivedAt: Instant,
  })
  .meta({ id: 'Deposit' });

/** The deposit as its event and the API show it (specification, Deposit event data). */
export function presentDeposit(deposit: Deposit): z.infer<typeof DepositView> {
  const { depositId, status, amount, currency, method, reference, receivedAt } = deposit;
  return {
    depositId,
    status,
    amount: formatAmount(amount, currency),
    currency,
    method,
    reference: reference ?? null,
    receivedAt,
  };
}
