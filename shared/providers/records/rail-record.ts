import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { PayoutInstruction } from '../../ports/payout-rail.ts';
import { callHash, forgottenAt } from './memory-row.ts';

/**
 * What a rail was about to send. It is in a table of its own: one that is restored to the past tells nothing of what was sent since
 * (docs/adr/0032). The key is the payout's id alone, whatever the rail, so that two rails cannot both be sent a payout. No name and no account
 * is in it.
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
    /** The rail; absent where it is the sandbox's. */
    rail: string().optional(),
    /** Name of the outcome that its account has chosen in the sandbox. */
    outcome: string().optional(),
    /** Milliseconds: the last time when it may have been sent. Absent in the sandbox, which answers at once. */
    sentAt: number().optional(),
    /** Milliseconds: when the rail first said that it has it. Until then it was perhaps sent. */
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

/** Partitions, so that no single one takes every payment. */
export const paymentShards = 16;

export function paymentPartition(shard: number): string {
  return `SANDBOX_PAYMENT#${shard}`;
}

function shardOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt8() % paymentShards;
}

/** @param own what the rail adds */
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

/** What may not differ between two instructions under one key: whom it pays, and how much. */
export function hashOf(instruction: PayoutInstruction): string {
  const { corridorId, destinationAmount, destinationCurrency, recipientName, recipientDetails } = instruction;
  const details = Object.entries(recipientDetails).sort(([a], [b]) => (a < b ? -1 : 1));
  return callHash([corridorId, String(destinationAmount), destinationCurrency, recipientName, details]);
}
