import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';

/** A payout whose address has money that is at no treasury yet, as far as the table knows. It is removed once all of it is. */
export const PendingFlushEntity = new Entity({
  name: 'pendingFlush',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    contract: string().key(),
    payoutId: string().key(),
    organizationId: string(),
    /** Another one each time that money comes. */
    version: number(),
    /** What came, as `ArrivedEntity` has it. */
    amount: minorUnits(),
    /** What was flushed, likewise. */
    flushed: minorUnits(),
    /** Money of a listed sender is among it. All of it stays where it is. */
    isHeldBack: boolean().optional(),
    /** Milliseconds: when it is looked at again. */
    nextAt: number(),
    /** What was found the last time. */
    found: oneOf('sent', 'waiting', 'left', 'stuck', 'unsigned').optional(),
  }),
  computeKey: ({ payoutId, ...token }: DepositToken & { readonly payoutId: string }) => ({
    pk: pendingPartition(token),
    sk: payoutId,
  }),
});

export type PendingFlush = FormattedItem<typeof PendingFlushEntity>;

export function pendingPartition({ connectionId, contract }: DepositToken): string {
  return `FLUSH#${connectionId}#${contract}`;
}

export function pendingRead({ connectionId, contract, payoutId }: DepositToken & { readonly payoutId: string }) {
  return read(PendingFlushEntity, { connectionId, contract, payoutId });
}
