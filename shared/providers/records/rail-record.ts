import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { PayoutInstruction } from '../../ports/payout-rail.ts';
import { callHash, forgottenAt } from './memory-row.ts';

/**
 * A payout that a rail was about to be sent. It is in a table of its own, because a table that is restored to the past
 * knows nothing of what was sent later (docs/adr/0032). The key is only the payout's id, whatever the rail, so that two
 * rails cannot both be sent a payout. It contains no name and no account.
 */
export const RailRecordEntity = new Entity({
  name: 'sandboxPayment',
  table,
  timestamps: false,
  schema: item({
    key: string().key(),
    /** SHA-256 of the first instruction under the key. */
    instruction: string(),
    organizationId: string(),
    memo: string(),
    corridorId: string(),
    destinationAmount: minorUnits(),
    destinationCurrency: string(),
    /** The rail. Absent for the sandbox. */
    rail: string().optional(),
    /** The name of the outcome that the account selects in the sandbox. */
    outcome: string().optional(),
    /** Milliseconds: the last time at which it may have been sent. Absent in the sandbox, which answers at once. */
    sentAt: number().optional(),
    /**
     * Milliseconds: when the rail first reported that it has the payout. Until then it may or may not have been sent.
     */
    answeredAt: number().optional(),
    /** Milliseconds. */
    acceptedAt: number(),
    /** Milliseconds. */
    receivedAt: number(),
    ttl: number(),
  }),
  computeKey: ({ key }: { key: string }) => ({ pk: paymentPartition(shardOf(key)), sk: key }),
});

export type StoredRecord = FormattedItem<typeof RailRecordEntity>;

/** The number of partitions, so that no single one gets every payment. */
export const paymentShards = 16;

export function paymentPartition(shard: number): string {
  return `SANDBOX_PAYMENT#${shard}`;
}

function shardOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt8() % paymentShards;
}

/** @param own the fields that the rail adds */
export function paymentOf(
  instruction: PayoutInstruction,
  receivedAt: number,
  own: Pick<StoredRecord, 'outcome' | 'rail' | 'sentAt'>,
): StoredRecord {
  const { key, organizationId, memo, corridorId, destinationAmount, destinationCurrency, acceptedAt } = instruction;
  return {
    key,
    instruction: hashOf(instruction),
    organizationId,
    memo,
    corridorId,
    destinationAmount,
    destinationCurrency,
    acceptedAt,
    receivedAt,
    ttl: forgottenAt(receivedAt),
    ...own,
  };
}

/** What must be the same in two instructions under one key: the payee and the amount. */
export function hashOf(instruction: PayoutInstruction): string {
  const { corridorId, destinationAmount, destinationCurrency, recipientName, recipientDetails } = instruction;
  const details = Object.entries(recipientDetails).sort(([a], [b]) => (a < b ? -1 : 1));
  return callHash([corridorId, String(destinationAmount), destinationCurrency, recipientName, details]);
}
