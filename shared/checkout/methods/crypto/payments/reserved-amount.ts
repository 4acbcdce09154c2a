import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../../../ground/table/expressions.ts';
import { table } from '../../../../ground/table/table.ts';
import { ttlSeconds } from '../../../../ground/time/clock.ts';
import type { Mode } from '../../../../ports/runtime.ts';

/** Milliseconds that a buyer has to send the amount. */
export const openMs = 30 * 60 * 1000;
/** Milliseconds after that during which late money is still matched to its payment. */
export const keptMs = 7 * 24 * 60 * 60 * 1000;
/**
 * Milliseconds after that during which the row is kept, so that a chain that did not answer for a while can be read
 * with the reservations of that time.
 */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/**
 * An exact amount at an address, reserved for one payment. There is one item for all organizations, so that another
 * organization that registered the same address gets other amounts. Each sandbox has its own chains.
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
    /** Milliseconds of block time. A transfer mined later is late, or no longer belongs to this payment. */
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
 * Until when an amount reserved at a time belongs to its payment, in milliseconds. @param endsAt of the link, if it
 * ends
 */
export function reservedUntil(now: number, endsAt = Number.POSITIVE_INFINITY) {
  const openUntil = Math.min(now + openMs, endsAt);
  const keptUntil = openUntil + keptMs;
  return { openUntil, keptUntil, ttl: ttlSeconds(keptUntil + rememberedMs) };
}
