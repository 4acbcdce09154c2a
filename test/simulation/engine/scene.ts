import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type ApiKey, ApiKeyEntity } from '../../../shared/api-keys/api-key.ts';
import { scheduleWork } from '../../../shared/due/due-work.ts';
import type { EventType } from '../../../shared/events/event.ts';
import { MemberEntity } from '../../../shared/members/member.ts';
import { createOrganization } from '../../../shared/organizations/create-organization.ts';
import { OrganizationEntity, type Organization as Stored } from '../../../shared/organizations/organization.ts';
import { timestamp } from '../../../shared/runtime/clock.ts';
import type { Runtime } from '../../../shared/runtime/runtime.ts';
import { seal } from '../../../shared/signatures/seal.ts';
import { read } from '../../../shared/table/expressions.ts';
import { create } from '../../../shared/table/writes.ts';
import { newCursor, WebhookCursorEntity } from '../../../shared/webhooks/cursor.ts';
import { endpointWork, type WebhookEndpoint, WebhookEndpointEntity } from '../../../shared/webhooks/endpoint.ts';
import { heartbeatMs } from '../../../shared/webhooks/ladder.ts';
import { newSigningSecret } from '../../../shared/webhooks/secrets.ts';
import { receiverUrl } from './simulated-receivers.ts';

/** What payouts are held to. */
export type Policy = Pick<Stored, 'limits' | 'velocity' | 'approvals'>;

export const voters = ['ida', 'jon', 'kim'] as const;

/** What an organization may have: caps and a daily threshold that a few payouts reach, a threshold that few do not; nothing in two of seven. */
export const possiblePolicies: readonly Policy[] = [
  {},
  {},
  { limits: { daily: 90_00n } },
  { limits: { single: 50_00n, daily: 120_00n, perEndUserDaily: 40_00n } },
  { limits: { perEndUserDaily: 40_00n }, velocity: { payouts: 5, minutes: 10 } },
  { approvals: { threshold: 8_00n, dailyThreshold: 25_00n, quorum: 1, approvers: voters.slice(0, 2) } },
  { limits: { daily: 90_00n }, approvals: { threshold: 8_00n, quorum: 2, approvers: [...voters] } },
];

/** What its webhook endpoints are told: everything that is by default, or what they name. */
export const possibleEndpoints: readonly EventType[][][] = [
  [[]],
  [['payout.pending', 'payout.completed', 'deposit.completed']],
  [[], ['payout.pending', 'payout.completed', 'deposit.completed']],
];

/** What callers of one organization share. */
export interface Organization {
  readonly organizationId: string;
  /** `A`, `B`: for the story. */
  readonly label: string;
  readonly policy: Policy;
  /** Members who may vote. */
  readonly voters: readonly string[];
  readonly endpointIds: readonly string[];
  readonly approvalIds: string[];
  readonly recipients: { readonly recipientId: string; readonly destinationAccountId: string }[];
  readonly snapshots: string[];
  readonly payoutIds: string[];
  readonly references: string[];
}

/** Two, so that a key can be rotated to the other one. What a key is made of decides nothing else. */
const pairs = Array.from({ length: 2 }, () => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const registered = pairs.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));

/** Of the stage: with it secrets are kept. */
export const sealingKey = Buffer.alloc(32, 7);

/** What a caller signs with. */
export function privateKeyOf({ publicKey }: Pick<ApiKey, 'publicKey'>): KeyObject {
  return pairs[registered.indexOf(publicKey)]?.privateKey as KeyObject;
}

/** The public half of the pair that a key does not have: PEM, and as a key keeps it. */
export function otherPublicKey({ publicKey }: Pick<ApiKey, 'publicKey'>): { pem: string; kept: string } {
  const other = 1 - registered.indexOf(publicKey);
  const pem = pairs[other]?.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  return { pem, kept: registered[other] ?? '' };
}

/** An organization as it is before the story begins. */
export async function setUpOrganization(
  runtime: Runtime,
  { organizationId, label, policy, wanted }: Plan,
): Promise<Organization> {
  await createOrganization(runtime, { name: label, mode: 'sandbox', organizationId });
  const created = await runtime.store.get(read(OrganizationEntity, { organizationId }));
  const webhookEndpoints = wanted.length;
  await runtime.store.put(OrganizationEntity, {
    ...(created as Stored),
    ...policy,
    votersNamed: true,
    features: ['developer'],
    webhookEndpoints,
  });
  for (const userId of voters) {
    const member = { organizationId, userId, version: 1, role: 'owner' as const };
    const email = `${userId}@example.com`;
    await runtime.store.put(MemberEntity, {
      ...member,
      accessVersion: 1,
      email,
      inviters: [],
      createdAt: timestamp(runtime.clock()),
    });
  }
  const endpointIds: string[] = [];
  for (const events of wanted) endpointIds.push(await setUpEndpoint(runtime, organizationId, events));
  const empty = { recipients: [], snapshots: [], payoutIds: [], approvalIds: [], references: [] };
  return { organizationId, label, policy, voters, endpointIds, ...empty };
}

interface Plan {
  readonly organizationId: string;
  readonly label: string;
  readonly policy: Policy;
  /** A list of event types for each webhook endpoint. */
  readonly wanted: readonly EventType[][];
}

/** As its registration leaves it. @returns its id */
async function setUpEndpoint(
  { store, ids, clock }: Runtime,
  organizationId: string,
  events: EventType[],
): Promise<string> {
  const now = clock();
  const endpointId = ids.next('we', now);
  const key = { organizationId, endpointId };
  const endpoint: WebhookEndpoint = {
    ...key,
    version: 1,
    url: receiverUrl(endpointId),
    events,
    enabled: true,
    secret: seal(sealingKey, 'webhook-secret', newSigningSecret(ids), endpointId),
    createdAt: timestamp(now),
  };
  await store.transact(
    [
      create(WebhookEndpointEntity, endpoint),
      create(WebhookCursorEntity, newCursor(key, 0, now)),
      scheduleWork(endpointWork(key), now + heartbeatMs),
    ],
    ids.token(),
  );
  return endpointId;
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

export async function setUpKey({ store, clock }: Runtime, organizationId: string, name: string): Promise<ApiKey> {
  // The keys of one caller were issued by one of the voters.
  const issuedBy = name.startsWith('Ana') ? voters[0] : 'simulation';
  const key: ApiKey = {
    id: `akid_test_${organizationId}${name}`,
    version: 1,
    organizationId,
    name,
    prefix: `svc_test_${name}`,
    mode: 'sandbox',
    scheme: 'pem',
    publicKey: registered[0] ?? '',
    scopes: ['read', 'write'],
    allowedIps: [],
    issuedBy,
    persons: [issuedBy],
    inviters: [],
    createdAt: new Date(clock()).toISOString(),
    lifetimeMs: yearMs,
    expiresAt: clock() + yearMs,
  };
  await store.put(ApiKeyEntity, key);
  return key;
}
