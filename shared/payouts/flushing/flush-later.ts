import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';

interface FlushLaterKey extends DepositToken {
  readonly payoutId: string;
  readonly at: number;
}

const partitionOf = ({ connectionId, contract }: DepositToken) => `FLUSHLATER#${connectionId}#${contract}`;
const placeOf = (at: number) => String(at).padStart(14, '0');

/**
 * A payout whose money is not worth a flush, or cannot or must not be flushed now. It is looked at again at a given
 * time, and by no step before: there may be any number of these. Only the last row of a payout counts, which
 * `ArrivedEntity` names.
 */
export const FlushLaterEntity = new Entity({
  name: 'flushLater',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    contract: string().key(),
    payoutId: string().key(),
    /** Milliseconds. */
    at: number().key(),
    organizationId: string(),
    /** As in `FundedKey`. */
    stray: string().optional(),
    /** Result of the last look. */
    found: oneOf('sent', 'waiting', 'left', 'stuck', 'unsigned').optional(),
  }),
  computeKey: ({ payoutId, at, ...token }: FlushLaterKey) => ({
    pk: partitionOf(token),
    sk: `${placeOf(at)}#${payoutId}`,
  }),
});

export type FlushLater = FormattedItem<typeof FlushLaterEntity>;

export function flushLaterRef({ connectionId, contract, payoutId, at }: FlushLaterKey) {
  return refTo(FlushLaterEntity, { connectionId, contract, payoutId, at });
}

/** Range of the rows that are due, or of all rows, earliest first. */
export function flushesLater(token: DepositToken, dueBy?: number) {
  return { partition: partitionOf(token), after: ' ', to: dueBy === undefined ? '~' : `${placeOf(dueBy)}~` };
}
