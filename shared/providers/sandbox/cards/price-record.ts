import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../../ground/table/expressions.ts';
import { table } from '../../../ground/table/table.ts';
import type { PriceCall } from '../../../ports/card-acquirer.ts';
import { callHash, forgottenAt } from '../../records/memory-row.ts';

/** What the sandbox's acquirer remembers about a requested price, in the second table. */
export const SandboxPriceEntity = new Entity({
  name: 'sandboxPrice',
  table,
  timestamps: false,
  schema: item({
    key: string().key(),
    /** SHA-256 of the first call under the key. */
    call: string(),
    /** Milliseconds. */
    askedAt: number(),
    ttl: number(),
  }),
  computeKey: ({ key }: { key: string }) => ({ pk: `SANDBOX_PRICE#${key}`, sk: 'PRICE' }),
});

export type SandboxPrice = FormattedItem<typeof SandboxPriceEntity>;

/** A removed price. */
export const SandboxClosedPriceEntity = new Entity({
  name: 'sandboxClosedPrice',
  table,
  timestamps: false,
  schema: item({ priceId: string().key(), organizationId: string(), ttl: number() }),
  computeKey: ({ priceId }: { priceId: string }) => ({ pk: `SANDBOX_PRICE#${priceId}`, sk: 'CLOSED' }),
});

export function priceOf(key: string, call: PriceCall, askedAt: number): SandboxPrice {
  return { key, call: hashOf(call), askedAt, ttl: forgottenAt(askedAt) };
}

export function closedPrice(organizationId: string, priceId: string, now: number) {
  return { organizationId, priceId, ttl: forgottenAt(now) };
}

export function priceRef(key: string) {
  return refTo(SandboxPriceEntity, { key });
}

export function closedPriceRef(priceId: string) {
  return refTo(SandboxClosedPriceEntity, { priceId });
}

function hashOf({ organizationId, linkId, name, total, currency }: PriceCall): string {
  return callHash([organizationId, linkId, name, total, currency]);
}

/** Whether a call is the first one under its key. */
export function isSameCall(price: SandboxPrice, call: PriceCall): boolean {
  return price.call === hashOf(call);
}
