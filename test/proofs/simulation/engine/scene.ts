import { createOrganization } from '../../../../shared/access/organizations/create-organization.ts';
import type { CryptoAttempt } from '../../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import { seal } from '../../../../shared/ground/signatures/seal.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { create } from '../../../../shared/ground/table/writes.ts';
import { timestamp } from '../../../../shared/ground/time/clock.ts';
import { type ApiKey, ApiKeyEntity } from '../../../../shared/identity/api-key.ts';
import type { Mode } from '../../../../shared/identity/mode.ts';
import { OrganizationEntity, type Organization as Stored } from '../../../../shared/identity/organization.ts';
import { scheduleWork } from '../../../../shared/journal/due/due-work.ts';
import type { EventType } from '../../../../shared/journal/rows/event.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { newCursor, WebhookCursorEntity } from '../../../../shared/webhooks/endpoints/cursor.ts';
import {
  endpointWork,
  type WebhookEndpoint,
  WebhookEndpointEntity,
} from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { heartbeatMs } from '../../../../shared/webhooks/endpoints/ladder.ts';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/secrets.ts';
import { testKeys } from '../../../support/secrets.ts';
import type { Form } from './browser.ts';
import type { Buyer } from './buyer.ts';
import { firstPublicKey } from './key-pairs.ts';
import type { Payee } from './payee.ts';
import { owners, people, setUpTeam, thief } from './people.ts';
import { receiverUrl } from './simulated-receivers.ts';

/** What payouts are held to. */
export type Policy = Pick<Stored, 'limits' | 'velocity' | 'approvals'>;

const [ida, jon, kim] = people;

/**
 * What an organization may have: caps and a daily threshold that a few payouts reach, a threshold that few do not. The thief is
 * a voter of each.
 */
export const possiblePolicies: readonly Policy[] = [
  {},
  { limits: { daily: 90_00n } },
  { limits: { single: 50_00n, daily: 120_00n, perEndUserDaily: 40_00n } },
  { limits: { perEndUserDaily: 40_00n }, velocity: { payouts: 5, minutes: 10 } },
  { approvals: { threshold: 8_00n, quorum: 1, approvers: [ida, thief] } },
  { approvals: { threshold: 8_00n, dailyThreshold: 25_00n, quorum: 1, approvers: [ida, jon, thief] } },
  { limits: { daily: 90_00n }, approvals: { threshold: 8_00n, quorum: 2, approvers: [ida, jon, kim, thief] } },
];

/** What its webhook endpoints are told: everything that is by default, or what they name. */
export const possibleEndpoints: readonly EventType[][][] = [
  [[]],
  [['payout.pending', 'payout.completed', 'deposit.completed']],
  [[], ['payout.pending', 'payout.completed', 'deposit.completed', 'payout_link.claimed', 'payout_link.expired']],
];

/** Where organizations are: in the sandbox, or live with a connection to a chain. */
export interface Place {
  readonly mode: Mode;
  readonly currency: string;
  /** Ids of connections by what they are for. */
  readonly connections?: Stored['connections'];
}

/** Two organizations of one story settle in different ones. */
const settlementCurrencies = ['USD', 'EUR'];

export function sandboxPlace(index: number): Place {
  return { mode: 'sandbox', currency: settlementCurrencies[index % settlementCurrencies.length] as string };
}

/** What every organization may do beside paying. */
export const features = ['developer', 'mass_payouts'] as const satisfies Stored['features'];

export interface RegisteredRecipient {
  readonly recipientId: string;
  readonly destinationAccountId: string;
  /** The body that registered it. */
  readonly request: object;
}

interface SentPayoutLink {
  readonly payoutLinkId: string;
  readonly url: string;
  readonly amountLeg: string;
  readonly currency: string;
  readonly countries: readonly string[];
  /** Whether it names the payee, so that its page does not ask. */
  readonly isNamed: boolean;
  /** Milliseconds. */
  readonly until: number;
}

/** What callers of one organization share. */
export interface Organization {
  readonly organizationId: string;
  /** `A`, `B`: for the story. */
  readonly label: string;
  readonly mode: Mode;
  /** What it settles in. */
  readonly currency: string;
  readonly policy: Policy;
  /** Honest members; some may have left. */
  readonly people: string[];
  readonly endpointIds: readonly string[];
  readonly approvalIds: string[];
  readonly recipients: RegisteredRecipient[];
  readonly snapshots: string[];
  readonly payoutIds: string[];
  /** Transactions that were sent for payouts which the organization funds itself. */
  readonly selfFunded: { readonly payoutId: string; readonly hash: string }[];
  readonly batchIds: string[];
  readonly references: string[];
  /** Payout links with each address that somebody was shown. */
  readonly payoutLinks: SentPayoutLink[];
  /** Prices that payees were shown on their pages. */
  readonly pricedClaims: { readonly link: SentPayoutLink; readonly payee: Payee; readonly form: Form }[];
  readonly links: {
    readonly linkId: string;
    readonly shareUrl: string;
    /** As it was when the link was made. */
    readonly total: string;
    readonly kinds: readonly ('card' | 'bank' | 'crypto')[];
  }[];
  readonly payments: { readonly id: string; readonly amountBase: number; readonly decimals: number }[];
  readonly productIds: string[];
  /** Card pages that buyers have left open, and pages that tell what became of an attempt. */
  readonly open: { readonly buyer: Buyer; readonly cardPage: string }[];
  readonly attemptPages: { readonly buyer: Buyer; readonly attemptPage: string }[];
  readonly accounts: { readonly accountId: string; readonly kind: 'bank' | 'crypto' }[];
  /** Payment references that buyers were told, and what they are to pay. */
  readonly awaited: {
    readonly reference: string;
    readonly total: string;
    readonly buyer: Buyer;
    readonly shareUrl: string;
  }[];
  /** What buyers were asked to send by crypto, for the whole or for a rest. */
  readonly cryptoAttempts: (CryptoAttempt & {
    readonly link: { readonly linkId: string };
    /** What tells the browser apart. */
    readonly buyer: string;
  })[];
  /** What came in at the organization's bank, as operators read it. */
  readonly transfers: { readonly externalId: string; readonly reference: string; readonly amount: string }[];
}

/** Of the stage: with it secrets are kept. */
export const sealingKeys = testKeys();

/** An organization as it is before the story begins. */
export async function setUpOrganization(
  runtime: WholeRuntime,
  { organizationId, label, mode, currency, connections, policy, wanted }: Plan,
): Promise<Organization> {
  await createOrganization(runtime, { name: label, mode, organizationId, settlementCurrency: currency });
  const created = await runtime.store.get(refTo(OrganizationEntity, { organizationId }));
  const webhookEndpoints = wanted.length;
  await runtime.store.put(OrganizationEntity, {
    ...(created as Stored),
    ...policy,
    ...(connections && { connections, verified: true }),
    owners: owners.length,
    votersNamed: true,
    features: [...features],
    webhookEndpoints,
  });
  await setUpTeam(runtime, organizationId);
  const endpointIds: string[] = [];
  for (const events of wanted) endpointIds.push(await setUpEndpoint(runtime, organizationId, events));
  const made = { recipients: [], snapshots: [], payoutIds: [], batchIds: [], approvalIds: [], references: [] };
  const sent = { payoutLinks: [], pricedClaims: [] };
  const sold = { links: [], payments: [], productIds: [], open: [], attemptPages: [] };
  const funded = { selfFunded: [] };
  const collected = { accounts: [], awaited: [], transfers: [], cryptoAttempts: [] };
  const own = { organizationId, label, mode, currency, policy, people: [...people], endpointIds };
  return { ...own, ...made, ...sent, ...sold, ...funded, ...collected };
}

interface Plan extends Place {
  readonly organizationId: string;
  readonly label: string;
  readonly policy: Policy;
  /** A list of event types for each webhook endpoint. */
  readonly wanted: readonly EventType[][];
}

/** As its registration leaves it. @returns its id */
async function setUpEndpoint(
  { store, ids, clock }: WholeRuntime,
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
    secret: seal(sealingKeys, 'webhook-secret', newSigningSecret(ids), endpointId),
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

/** @param issuedBy a user id */
export async function setUpKey(
  { store, clock }: WholeRuntime,
  { organizationId, mode }: Pick<Organization, 'organizationId' | 'mode'>,
  name: string,
  issuedBy: string,
): Promise<ApiKey> {
  const key: ApiKey = {
    id: `akid_test_${organizationId}${name}`,
    version: 1,
    organizationId,
    name,
    prefix: `svc_test_${name}`,
    mode,
    scheme: 'pem',
    publicKey: firstPublicKey,
    scopes: ['read', 'write', 'refunds'],
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
