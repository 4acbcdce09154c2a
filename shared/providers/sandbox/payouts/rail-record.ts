import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits, table } from '../../../ground/table/table.ts';
import type { PayoutInstruction } from '../../../ports/payout-rail.ts';
import { callHash, forgottenAt } from '../memory-row.ts';

/**
 * What the sandbox's rail remembers of a payment. It is in a table of its own: one that is restored to the past tells
 * nothing of what was sent since (docs/adr/0032). No name and no account is in it.
 */
export const SandboxPaymentEntity = new Entity({
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
    /** Name of the outcome that its account has chosen. */
    outcome: string(),
    /** Milliseconds. */
    acceptedAt: number(),
    /** Milliseconds. */
    receivedAt: number(),
    ttl: number(),
  }),
  computeKey: ({ key }: { key: string }) => ({ pk: paymentPartition(shardOf(key)), sk: key }),
});

export type SandboxPayment = FormattedItem<typeof SandboxPaymentEntity>;

/** Partitions, so that no single one takes every payment. */
export const paymentShards = 16;

export function paymentPartition(shard: number): string {
  return `SANDBOX_PAYMENT#${shard}`;
}

function shardOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt8() % paymentShards;
}

export function paymentOf(instruction: PayoutInstruction, outcome: string, receivedAt: number): SandboxPayment {
  const { key, organizationId, memo, corridorId, destinationAmount, destinationCurrency, acceptedAt } = instruction;
  return {
    key,
    instruction: hashOf(instruction),
    organizationId,
    memo,
    corridorId,
    destinationAmount,
    destinationCurrency,
    outcome,
    acceptedAt,
    receivedAt,
    ttl: forgottenAt(receivedAt),
  };
}

/** What may not differ between two instructions under one key: whom it pays, and how much. */
export function hashOf(instruction: PayoutInstruction): string {
  const { corridorId, destinationAmount, destinationCurrency, recipientName, recipientDetails } = instruction;
  const details = Object.entries(recipientDetails).sort(([a], [b]) => (a < b ? -1 : 1));
  return callHash([corridorId, String(destinationAmount), destinationCurrency, recipientName, details]);
}
