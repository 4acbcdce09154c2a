import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../ground/table/expressions.ts';
import { oneOf } from '../ground/table/known-values.ts';
import { table } from '../ground/table/table.ts';
import { linkDispositions } from './link-disposition.ts';

/** The scopes of a key (specification, Authentication, Keys, row 6). Every key can read. */
export const scopes = ['read', 'write', 'refunds', 'crypto_payouts'] as const;
export type Scope = (typeof scopes)[number];

export const keySchemes = ['pem', 'custody'] as const;

/** A registered public key. The private half never leaves the client. */
export const ApiKeyEntity = new Entity({
  name: 'apiKey',
  table,
  timestamps: false,
  schema: item({
    /** `akid_live_…` or `akid_test_…`: the value of X-Api-Key. Ids of one organization sort by creation time. */
    id: string().key(),
    version: number(),
    organizationId: string(),
    name: string(),
    /** `svc_live_…` or `svc_test_…`: shown in audit rows. */
    prefix: string(),
    mode: oneOf('live', 'sandbox'),
    /** `pem`: the client signs. `custody`: a key-custody provider stamps. Never both. */
    scheme: oneOf(...keySchemes),
    /** Base64 DER of the P-256 SubjectPublicKeyInfo. */
    publicKey: string(),
    scopes: list(oneOf(...scopes)),
    /** Addresses and CIDR ranges that may use the key. Empty if any may. */
    allowedIps: list(string()),
    /**
     * User id of the member who is responsible for the key. Keys of the previous release may name a platform operator.
     */
    issuedBy: string(),
    /**
     * User ids of those who issued or rotated this key or a key that it descends from. Absent on rows of the previous
     * release until they are first looked up.
     */
    persons: list(string()).optional(),
    /**
     * User ids of those who invited one of these people, directly or through others, at the time of issue or rotation.
     * Absent in the same case.
     */
    inviters: list(string()).optional(),
    createdAt: string(),
    /** Milliseconds. The lifetime that the key was created with, which its successors also get. */
    lifetimeMs: number(),
    /** Milliseconds. A rotation brings it forward. */
    expiresAt: number(),
    /** Milliseconds. */
    revokedAt: number().optional(),
    /** What the revoking request wanted to happen to its open payout links. */
    links: oneOf(...linkDispositions).optional(),
    /** The key that this one replaces. */
    rotatedFrom: string().optional(),
    /**
     * The first key of its lineage, and the number of rotations since. Both are absent on a first key and on rows of
     * the previous release.
     */
    lineage: string().optional().savedAs('line'),
    rotations: number().optional().savedAs('generation'),
  }),
  computeKey: ({ id }: { id: string }) => ({ pk: `KEY#${id}`, sk: 'KEY' }),
});

export type ApiKey = FormattedItem<typeof ApiKeyEntity>;

export function apiKeyRef(id: string) {
  return refTo(ApiKeyEntity, { id });
}

/** The user ids of those responsible for a key: everyone who issued or rotated it or a key that it descends from. */
export function answerablePersonsOf({ persons, issuedBy }: Pick<ApiKey, 'persons' | 'issuedBy'>): readonly string[] {
  return persons ?? [issuedBy];
}
