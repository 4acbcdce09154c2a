import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../ground/table/expressions.ts';
import { oneOf } from '../ground/table/known-values.ts';
import { table } from '../ground/table/table.ts';
import { linkDispositions } from './link-disposition.ts';

/** What a key may be granted (specification, Authentication, Keys, row 6). Every key may read. */
export const scopes = ['read', 'write', 'refunds', 'crypto_payouts'] as const;
export type Scope = (typeof scopes)[number];

export const keySchemes = ['pem', 'custody'] as const;

/** A registered public key. The private half never leaves its client. */
export const ApiKeyEntity = new Entity({
  name: 'apiKey',
  table,
  timestamps: false,
  schema: item({
    /**
     * `akid_live_…` or `akid_test_…`: the value of X-Api-Key. Ids of one organization sort by the time they were made.
     */
    id: string().key(),
    version: number(),
    organizationId: string(),
    name: string(),
    /** `svc_live_…` or `svc_test_…`: what audit rows show. */
    prefix: string(),
    mode: oneOf('live', 'sandbox'),
    /** `pem`: the client signs. `custody`: a key-custody provider stamps. Never both. */
    scheme: oneOf(...keySchemes),
    /** Base64 DER of the P-256 SubjectPublicKeyInfo. */
    publicKey: string(),
    scopes: list(oneOf(...scopes)),
    /** Addresses and CIDR ranges that may use the key; empty: any. */
    allowedIps: list(string()),
    /** User id of the member who answers for the key. Keys of the previous release may name a platform operator. */
    issuedBy: string(),
    /**
     * User ids of whoever issued or rotated this key or a key that it descends from. Absent on rows of the previous
     * release until they are first looked for.
     */
    persons: list(string()).optional(),
    /**
     * User ids of whoever invited one of those persons, directly or through others, as of the issue or rotation. Absent
     * in the same case.
     */
    inviters: list(string()).optional(),
    createdAt: string(),
    /** Milliseconds. The lifetime that the key was made with, which its successors get too. */
    lifetimeMs: number(),
    /** Milliseconds; a rotation brings it forward. */
    expiresAt: number(),
    /** Milliseconds. */
    revokedAt: number().optional(),
    /** What the request that revoked it said of its open payout links. */
    links: oneOf(...linkDispositions).optional(),
    /** The key that this one succeeds. */
    rotatedFrom: string().optional(),
    /**
     * The first key of its lineage, and how many rotations ago that was. Both are absent on a first key and on rows of the
     * previous release.
     */
    lineage: string().optional().savedAs('line'),
    rotations: number().optional().savedAs('generation'),
  }),
  computeKey: ({ id }: { id: string }) => ({ pk: `KEY#${id}`, sk: 'KEY' }),
});

export type ApiKey = FormattedItem<typeof ApiKeyEntity>;

export function apiKeyRead(id: string) {
  return read(ApiKeyEntity, { id });
}

/** The user ids of whoever answers for a key: everybody who issued or rotated it or a key that it descends from. */
export function answerablePersonsOf({ persons, issuedBy }: Pick<ApiKey, 'persons' | 'issuedBy'>): readonly string[] {
  return persons ?? [issuedBy];
}
