import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../../../ground/table/expressions.ts';
import { table } from '../../../../ground/table/table.ts';
import { ttlSeconds } from '../../../../ground/time/clock.ts';
import type { Mode } from '../../../../ports/runtime.ts';

/** How long a buyer has to send the amount, in milliseconds. */
export const openMs = 30 * 60 * 1000;
/** How long after `openMs` late money is still matched to its payment, in milliseconds. */
export const keptMs = 7 * 24 * 60 * 60 * 1000;
/**
 * How long the row is kept after `keptMs`, in milliseconds. If a chain did not answer for a while, it can then be read
 * with the reservations of that time.
 */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/**
 * An exact amount at an address, reserved for one payment. Reservations are shared by all organizations, so that two
 * organizations with the same address request different amounts. Each sandbox has its own chains.
 */
export const ReservedAmountEntity = new Entity({
  name: 'reservedAmount',
  table,
  timestamps: false,
  schema: item({
    mode: string().key(),
    chain: string().key(),
    token: string().key(),
    address: string().key(),
    /** Minor units of the token, as text. */
    amount: string().key(),
    version: number(),
    organizationId: string(),
    /** The collection account whose watch takes the transfer. */
    accountId: string(),
    paymentId: string(),
    /** The latest block known at the time of the reservation. Older transfers do not belong to this payment. */
    seenBlock: number(),
    /**
     * Block time in milliseconds. A transfer mined after `openUntil` is late. One mined after `keptUntil` does not
     * belong to this payment.
     */
    openUntil: number(),
    keptUntil: number(),
    ttl: number(),
  }),
  computeKey: ({ mode, chain, token, address, amount }: ReservedKey) => ({
    pk: `CRYPTO_AMOUNT#${mode}#${chain}#${token}#${address}#${amount}`,
    sk: 'AMOUNT',
  }),
});

export type ReservedAmount = FormattedItem<typeof ReservedAmountEntity>;

type ReservedKey = Readonly<Record<'mode' | 'chain' | 'token' | 'address' | 'amount', string>>;

/** The address, token and chain of a payment. Sandbox chains are separate from live chains. */
export interface PaymentAddress {
  readonly mode: Mode;
  readonly chain: string;
  readonly token: string;
  readonly address: string;
}

export function reservedRef({ mode, chain, token, address }: PaymentAddress, amount: bigint) {
  return refTo(ReservedAmountEntity, { mode, chain, token, address, amount: amount.toString() });
}

/**
 * Returns until when an amount reserved now belongs to its payment, in milliseconds.
 * @param endsAt when the link ends, if it does
 */
export function reservedUntil(now: number, endsAt = Number.POSITIVE_INFINITY) {
  const openUntil = Math.min(now + openMs, endsAt);
  const keptUntil = openUntil + keptMs;
  return { openUntil, keptUntil, ttl: ttlSeconds(keptUntil + rememberedMs) };
}
