import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../../ground/table/expressions.ts';
import { minorUnits, sortable, table } from '../../../ground/table/table.ts';
import { ttlSeconds } from '../../../ground/time/clock.ts';
import type { TokenAddress } from '../../../ports/token-chain.ts';

/** The contents of the blocks of the sandbox's chain, in the second table: one log on an organization's chain. */
export const SandboxTransferEntity = new Entity({
  name: 'sandboxTransfer',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    chain: string().key(),
    token: string().key(),
    address: string().key(),
    block: number().key(),
    hash: string().key(),
    logIndex: number(),
    amount: minorUnits(),
    /** Milliseconds. */
    madeAt: number(),
    ttl: number(),
  }),
  computeKey: ({ block, hash, ...to }: TokenAddress & { block: number; hash: string }) => ({
    pk: transferPartition(to),
    sk: `${sortable(block)}#${hash}`,
  }),
});

export type SandboxTransfer = FormattedItem<typeof SandboxTransferEntity>;

/** What a key was used for. Written in the transfer's own transaction. */
export const SandboxTransferKeyEntity = new Entity({
  name: 'sandboxTransferKey',
  table,
  timestamps: false,
  schema: item({ organizationId: string().key(), key: string().key(), block: number(), hash: string(), ttl: number() }),
  computeKey: ({ organizationId, key }: { organizationId: string; key: string }) => ({
    pk: `SANDBOX_TRANSFER_KEY#${organizationId}#${createHash('sha256').update(key).digest('hex')}`,
    sk: 'KEY',
  }),
});

export function transferPartition({ organizationId, chain, token, address }: TokenAddress): string {
  return `SANDBOX_TRANSFERS#${organizationId}#${chain}#${token}#${address}`;
}

export function transferKeyRef(organizationId: string, key: string) {
  return refTo(SandboxTransferKeyEntity, { organizationId, key });
}

/** Longer than any amount is reserved for its payment. */
const rememberedMs = 45 * 24 * 60 * 60 * 1000;

export function transferTtl(now: number): number {
  return ttlSeconds(now + rememberedMs);
}
