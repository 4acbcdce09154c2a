import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { table } from '../table/table.ts';

/** What a key may be granted (specification, Authentication, Keys, row 6). Every key may read. */
export const scopes = ['read', 'write', 'refunds', 'crypto_payouts'] as const;
export type Scope = (typeof scopes)[number];

/** A registered public key. The private half never leaves its client. */
export const ApiKeyEntity = new Entity({
  name: 'apiKey',
  table,
  timestamps: false,
  schema: item({
    /** `akid_live_…` or `akid_test_…`: the value of X-Api-Key. */
    id: string().key(),
    organizationId: string(),
    name: string(),
    /** `svc_live_…` or `svc_test_…`: what audit rows show. */
    prefix: string(),
    mode: string().enum('live', 'sandbox'),
    /** `pem`: signs itself. `custody`: a key-custody provider stamps. Never both. */
    scheme: string().enum('pem', 'custody'),
    /** Base64 DER of the P-256 SubjectPublicKeyInfo. */
    publicKey: string(),
    scopes: list(string().enum(...scopes)),
    /** Addresses and CIDR ranges that may use the key; empty: any. */
    allowedIps: list(string()),
    issuedBy: string(),
    createdAt: string(),
    /** Milliseconds. */
    expiresAt: number(),
    /** Milliseconds. */
    revokedAt: number().optional(),
  }),
  computeKey: ({ id }: { id: string }) => ({ pk: `KEY#${id}`, sk: 'KEY' }),
});

export type ApiKey = FormattedItem<typeof ApiKeyEntity>;
