import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type ApiKey, ApiKeyEntity } from '../../../shared/api-keys/api-key.ts';
import { createOrganization } from '../../../shared/organizations/create-organization.ts';
import { OrganizationEntity, type Organization as Stored } from '../../../shared/organizations/organization.ts';
import type { Runtime } from '../../../shared/runtime/runtime.ts';
import { read } from '../../../shared/table/expressions.ts';

/** Caps that a few payouts reach. */
export type Caps = Pick<Stored, 'limits' | 'velocity'>;

/** What an organization may have: none in two of five. */
export const possibleCaps: readonly Caps[] = [
  {},
  {},
  { limits: { daily: 90_00n } },
  { limits: { single: 50_00n, daily: 120_00n, perEndUserDaily: 40_00n } },
  { limits: { perEndUserDaily: 40_00n }, velocity: { payouts: 5, minutes: 10 } },
];

/** What callers of one organization share. */
export interface Organization {
  readonly organizationId: string;
  /** `A`, `B`: for the story. */
  readonly label: string;
  readonly caps: Caps;
  readonly recipients: { readonly recipientId: string; readonly destinationAccountId: string }[];
  readonly snapshots: string[];
  readonly payoutIds: string[];
  readonly references: string[];
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Every caller signs with it: what a key is made of decides nothing. */
export const callersKey: KeyObject = privateKey;

/** An organization that nobody used before, so that runs may share a table. */
export async function setUpOrganization(
  runtime: Runtime,
  organizationId: string,
  label: string,
  caps: Caps,
): Promise<Organization> {
  await createOrganization(runtime, { name: label, mode: 'sandbox', organizationId });
  const created = await runtime.store.get(read(OrganizationEntity, { organizationId }));
  await runtime.store.put(OrganizationEntity, { ...(created as Stored), ...caps });
  return { organizationId, label, caps, recipients: [], snapshots: [], payoutIds: [], references: [] };
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

export async function setUpKey({ store, clock }: Runtime, organizationId: string, name: string): Promise<ApiKey> {
  const key: ApiKey = {
    id: `akid_test_${organizationId}${name}`,
    version: 1,
    organizationId,
    name,
    prefix: `svc_test_${name}`,
    mode: 'sandbox',
    scheme: 'pem',
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    scopes: ['read', 'write'],
    allowedIps: [],
    issuedBy: 'simulation',
    createdAt: new Date(clock()).toISOString(),
    lifetimeMs: yearMs,
    expiresAt: clock() + yearMs,
  };
  await store.put(ApiKeyEntity, key);
  return key;
}
