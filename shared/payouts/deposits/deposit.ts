import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { AmountText, CurrencyCode, Instant } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';

/** `pending`: held, because less arrived than expected (specification, States and transitions, Deposit). */
export const depositStatuses = ['pending', 'completed'] as const;
const methods = ['bank_transfer', 'crypto', 'sandbox'] as const;

/** Money that arrived. */
export const DepositEntity = new Entity({
  name: 'deposit',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    depositId: string().key(),
    version: number(),
    status: stateOf(...depositStatuses),
    amount: minorUnits(),
    currency: string(),
    /** The expected amount, if less arrived. */
    expected: minorUnits().optional(),
    method: oneOf(...methods),
    /** The sender's reference. */
    reference: string().optional(),
    /** Deposits of tokens: the token, the chain and the payout. */
    token: string().optional(),
    chain: string().optional(),
    /** The connection of the chain on which it was sent. Absent in deposits of an earlier release. */
    connectionId: string().optional(),
    payoutId: string().optional(),
    /** As in `FundedKey`, if the token is not the payout's. */
    stray: string().optional(),
    /**
     * Minor units of the token: the total that had arrived at the payout's address with this deposit. Once as much has
     * been flushed, its money is at a treasury.
     */
    arrived: minorUnits().optional(),
    receivedAt: string(),
    /** Its ledger row and its event, once it is completed. Absent in deposits completed by an earlier release. */
    ledgerPosition: string().optional(),
    eventSequence: number().optional(),
  }),
  computeKey: ({ organizationId, depositId }: { organizationId: string; depositId: string }) => ({
    pk: depositPartition(organizationId),
    sk: depositId,
  }),
});

export function depositPartition(organizationId: string): string {
  return `DEPOSIT#${organizationId}`;
}

export function depositRef(organizationId: string, depositId: string) {
  return refTo(DepositEntity, { organizationId, depositId });
}

export type Deposit = FormattedItem<typeof DepositEntity>;

export type DepositBody = z.infer<typeof DepositView>;

export const DepositView = z
  .object({
    depositId: z.string().meta({ description: 'The id to use in paths.' }),
    status: z.enum(depositStatuses).meta({
      description:
        '`pending`: held, and not in the balance yet, because it is less than `expected` or was sent to a payout that did not use it.',
    }),
    amount: AmountText,
    currency: CurrencyCode,
    expected: AmountText.optional().meta({ description: 'For a pending deposit: the amount that was expected.' }),
    method: z
      .enum(methods)
      .meta({ description: 'How the money arrived. `sandbox`: through the operation that tops up the balance.' }),
    token: z.string().optional().meta({ description: 'For a `crypto` deposit: the stablecoin that was sent.' }),
    chain: z.string().optional().meta({ description: 'For a `crypto` deposit: the network on which it was sent.' }),
    payoutId: z
      .string()
      .optional()
      .meta({ description: 'For a `crypto` deposit: the payout to whose address it was sent.' }),
    reference: z.string().nullable().meta({ description: "The sender's reference; null if there was none." }),
    receivedAt: Instant,
  })
  .meta({ id: 'Deposit', description: 'Money that has arrived.' });

/** The deposit as its event and the API show it (specification, Deposit event data). */
export function presentDeposit(deposit: Deposit): DepositBody {
  const { depositId, status, amount, currency, expected, method, token, chain, payoutId, reference, receivedAt } =
    deposit;
  return {
    depositId,
    status,
    amount: formatAmount(amount, currency),
    currency,
    ...(status === 'pending' && expected !== undefined && { expected: formatAmount(expected, currency) }),
    method,
    ...(token !== undefined && { token }),
    ...(chain !== undefined && { chain }),
    ...(payoutId !== undefined && { payoutId }),
    reference: reference ?? null,
    receivedAt,
  };
}
