import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type ApiKey, ApiKeyEntity } from '../../../shared/api-keys/api-key.ts';
import { MemberEntity } from '../../../shared/members/member.ts';
import { createOrganization } from '../../../shared/organizations/create-organization.ts';
import { OrganizationEntity, type Organization as Stored } from '../../../shared/organizations/organization.ts';
import { timestamp } from '../../../shared/runtime/clock.ts';
import type { Runtime } from '../../../shared/runtime/runtime.ts';
import { read } from '../../../shared/table/expressions.ts';

/** What payouts are held to. */
export type Policy = Pick<Stored, 'limits' | 'velocity' | 'approvals'>;

export const voters = ['ida', 'jon', 'kim'] as const;

/** What an organization may have: caps that a few payouts reach, a threshold that few do not; nothing in two of seven. */
export const possiblePolicies: readonly Policy[] = [
  {},
  {},
  { limits: { daily: 90_00n } },
  { limits: { single: 50_00n, daily: 120_00n, perEndUserDaily: 40_00n } },
  { limits: { perEndUserDaily: 40_00n }, velocity: { payouts: 5, minutes: 10 } },
  { approvals: { threshold: 8_00n, quorum: 1, approvers: [] } },
  { limits: { daily: 90_00n }, approvals: { threshold: 8_00n, quorum: 2, approvers: [...voters] } },
];

/** What callers of one organization share. */
export interface Organization {
  readonly organizationId: string;
  /** `A`, `B`: for the story. */
  readonly label: string;
  readonly policy: Policy;
  /** Members who may vote. */
  readonly voters: readonly string[];
  readonly approvalIds: string[];
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
  policy: Policy,
): Promise<Organization> {
  await createOrganization(runtime, { name: label, mode: 'sandbox', organizationId });
  const created = await runtime.store.get(read(OrganizationEntity, { organizationId }));
  await runtime.store.put(OrganizationEntity, { ...(created as Stored), ...policy });
  for (const userId of voters) {
    const member = { organizationId, userId, version: 1, role: 'owner' as const };
    const email = `${userId}@example.com`;
    await runtime.store.put(MemberEntity, {
      ...member,
      accessVersion: 1,
      email,
      createdAt: timestamp(runtime.clock()),
    });
  }
  const empty = { recipients: [], snapshots: [], payoutIds: [], approvalIds: [], references: [] };
  return { organizationId, label, policy, voters, ...empty };
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
    // The keys of one caller were issued by one of the voters.
    issuedBy: name.startsWith('Ana') ? voters[0] : 'simulation',
    createdAt: new Date(clock()).toISOString(),
    lifetimeMs: yearMs,
    expiresAt: clock() + yearMs,
  };
  await store.put(ApiKeyEntity, key);
  return key;
}
