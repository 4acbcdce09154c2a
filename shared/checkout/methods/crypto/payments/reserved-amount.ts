import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../../../ground/table/expressions.ts';
import { table } from '../../../../ground/table/table.ts';
import { ttlSeconds } from '../../../../ground/time/clock.ts';
import type { Mode } from '../../../../ports/runtime.ts';

/** Milliseconds that a buyer has to send the amount. */
export const openMs = 30 * 60 * 1000;
/** Milliseconds after that in which late money still finds its payment. */
export const keptMs = 7 * 24 * 60 * 60 * 1000;
/** Milliseconds after that for which the row is there: a chain that was silent is read with what was reserved then. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/**
 * An exact amount at an address, which is one payment's. One item for all organizations: whoever else has registered the
 * address is given other amounts. Sandboxes have chains of their own.
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
    /** The latest block that was known when it was reserved: what is older is not this payment's. */
    seenBlock: number(),
    /** Milliseconds, as those of a block: what is mined later is late, or is not this payment's any more. */
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

/** Where a token is paid, and on which chains: the sandbox's are not the live ones. */
export interface PaymentAddress {
  readonly mode: Mode;
  readonly chain: string;
  readonly token: string;
  readonly address: string;
}

export function reservedRead({ mode, chain, token, address }: PaymentAddress, amount: bigint) {
  return read(ReservedAmountEntity, { mode, chain, token, address, amount: amount.toString() });
}

/** Until when an amount that is reserved at a time is its payment's, milliseconds. @param endsAt of the link, if it ends */
export function reservedUntil(now: number, endsAt = Number.POSITIVE_INFINITY) {
  const openUntil = Math.min(now + openMs, endsAt);
  const keptUntil = openUntil + keptMs;
  return { openUntil, keptUntil, ttl: ttlSeconds(keptUntil + rememberedMs) };
}
