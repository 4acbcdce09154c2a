import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { discoverEndpoints } from '../functions/discover.ts';
import { newOrganizationId } from '../shared/access/organizations/create-organization.ts';
import { ReceiptEntity, receiptOf } from '../shared/checkout/methods/crypto/payments/receipt.ts';
import { type AnyEndpoint, fullPath } from '../shared/contract/endpoint.ts';
import { address, registered as registeredAccount } from './functions/checkout/accounts-support.ts';
import { simulated, storeLink } from './functions/checkout/payments-support.ts';
import { addDelivery, registered, webhooksOf } from './functions/webhooks/support.ts';
import { setControls } from './shared/journal/commit/support.ts';
import { linksOf } from './shared/payouts/links/support.ts';
import { storedItems } from './support/answers.ts';
import { addAttempt } from './support/checkout/buyer.ts';
import { addLink } from './support/checkout/links.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  fund,
  fundedOrganization,
  pathOf,
  sendPayout,
  type TestOrganization,
} from './support/journey.ts';
import { addNote, notePages } from './support/note-pages.ts';
import { inGermany } from './support/payout-links/payee.ts';
import { newPublicKey } from './support/public-keys.ts';
import { type Answer, TestService, type TestSession } from './support/service.ts';

/** Something of an organization, by the name of the parameter or field that takes it. */
type Holdings = Readonly<Record<string, string>>;

const anyEndpointId = [...(await discoverEndpoints()).map(({ declaration }) => declaration), ...notePages];
const endpoints = anyEndpointId.filter(({ callers, page }) => !callers.includes('public') && !page);
const byPage = anyEndpointId.flatMap(({ page, ...endpoint }) =>
  page ? [[endpoint.operation, { ...endpoint, page }] as const] : [],
);

const publicKey = newPublicKey();
const product = { name: 'Mug', currency: 'USD', unitAmount: '12.50' };

/** Bodies that are right but for the ids in them. */
const bodies: Readonly<Record<string, (ids: Holdings) => object>> = {
  createQuote: ({ destinationAccountId }) => ({ amount: '10.00', destinationAccountId }),
  acceptQuote: ({ snapshotId }) => ({ snapshotId }),
  createPayout: ({ destinationAccountId }) => ({ amount: '10.00', destinationAccountId }),
  createPayoutLink: () => ({ amount: '10.00', currency: 'USD' }),
  confirmPayoutFunding: ({ fundingQuoteId }) => ({ transactionHash: `0x${'5a'.repeat(32)}`, fundingQuoteId }),
  createProduct: () => product,
  createLink: ({ productId }) => ({ productId }),
  updateLink: ({ productId }) => ({ productId }),
  createPayoutBatch: ({ destinationAccountId }) => ({
    externalReferenceId: 'run',
    items: [{ amount: '10.00', destinationAccountId }],
  }),
  assignReceipt: ({ paymentId }) => ({ paymentId }),
  rotateApiKey: () => ({ publicKey }),
  sendTestWebhook: () => ({ type: 'payout.completed' }),
  changeMember: () => ({ role: 'viewer' }),
  joinOrganization: () => ({ token: 'not-a-token' }),
  enableWebhookEndpoint: () => ({ enabled: true }),
  replayWebhookDeliveries: () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
};

/** Forms that a page would take. */
const forms: Readonly<Record<string, string>> = {
  changeNote: 'text=stolen',
  payByCard: `view=${'0'.repeat(32)}`,
  payByBank: `view=${'0'.repeat(32)}`,
  payByCrypto: `view=${'0'.repeat(32)}`,
  payByTestTransfer: `view=${'0'.repeat(32)}`,
  payByTestCard: 'card=4242',
  pricePayoutClaim: new URLSearchParams(inGermany).toString(),
  claimPayoutLink: new URLSearchParams({ ...inGermany, sealedPrice: 'none', view: '0'.repeat(32) }).toString(),
};

/**
 * Adds something of an organization that a page opens; its token, by the page's operation, or by what the id of the
 * resource begins with.
 */
const tokenOf: Readonly<Record<string, (of: TestOrganization) => Promise<string>>> = {
  note: async (of) => (await addNote(service.runtime, of)).token,
  lnk: async (of) => (await addLink(service.runtime, of)).token,
  att: async (of) => (await addAttempt(service, of)).pageToken,
  showTestCards: async (of) => (await addAttempt(service, of)).cardToken,
  payByTestCard: async (of) => (await addAttempt(service, of)).cardToken,
  pl: async (of) => {
    // Above a threshold nobody has its address before the votes.
    await setControls(service.runtime, of.organizationId, { approvals: undefined });
    await fund(service, of, '10.00');
    const { url } = await linksOf(service, of).create({ amount: '10.00' });
    return new URL(url).pathname.split('/').at(-1) ?? '';
  },
};

/** Fields of bodies that name nothing that exists: every organization may use the same. */
const namesNothing: ReadonlySet<string> = new Set([
  'externalId',
  'externalReferenceId',
  'endUserId',
  'clientReferenceId',
]);

let service: TestService;
/** Has what the other wants. */
let victim: TestOrganization;
let attacker: TestOrganization;
let session: TestSession;
let found: Holdings;
let phantom: Holdings;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 }, undefined, notePages);
  victim = await fundedOrganization(service);
  attacker = await fundedOrganization(service);
  await setControls(service.runtime, attacker.organizationId, { features: ['developer', 'mass_payouts'] });
  session = await service.member(attacker.organizationId, 'owner');
  found = await holdingsOf(victim);
  phantom = Object.fromEntries(Object.entries(found).map(([name, id]) => [name, anotherLike(id)]));
});

async function holdingsOf(of: TestOrganization): Promise<Holdings> {
  const recipient = await addRecipient(service, of, { externalId: 'recipient-of-the-victim' });
  const { destinationAccountId } = recipient.methods[0];
  const reference = 'reference-of-the-victim';
  const { payoutId } = bodyOf(await accept(service, of, await addQuote(service, of, recipient), { reference }));
  const { snapshotId } = await addQuote(service, of, recipient);
  const owner = await service.member(of.organizationId, 'owner');
  const members = `/organizations/${of.organizationId}/members`;
  const invited = bodyOf(await service.post(members, owner, { email: 'ada@example.com', role: 'viewer' }), 201);
  const [deposit] = bodyOf(await service.get(`${pathOf(of)}/deposits`, of)).data;
  await setControls(service.runtime, of.organizationId, { features: ['mass_payouts'] });
  const externalReferenceId = 'batch-of-the-victim';
  const run = { externalReferenceId, items: [{ amount: '10.00', destinationAccountId }] };
  const key = 'idempotency-key-of-the-victim';
  const submitted = await service.post(`${pathOf(of)}/payouts/batches`, of, run, { idempotencyKey: key });
  const { batchId } = bodyOf(submitted, 202);
  const { accountId } = await registeredAccount(service, of, owner);
  const { payoutLinkId } = await linksOf(service, of).create({ amount: '10.00' });
  const threshold = { approvals: { threshold: 1n, quorum: 1, approvers: [owner.userId] } };
  await setControls(service.runtime, of.organizationId, threshold);
  const { approvalId } = bodyOf(await sendPayout(service, of, recipient), 202);
  const { nextCursor } = bodyOf(await service.get(`${pathOf(of)}/balance_transactions?limit=1`, of));
  const { productId } = await service.arrange('createProduct', of, product);
  const { linkId } = await service.arrange('createLink', of, { productId });
  const payment = await simulated(service, of, await storeLink(service, of));
  const webhooks = await webhooksOf(service, of);
  const endpoint = await registered(service, webhooks);
  const { deliveryId } = await addDelivery(service, webhooks, endpoint.id);
  return {
    recipientId: recipient.recipientId,
    destinationAccountId,
    payoutId,
    orderId: payoutId,
    resourceId: payoutId,
    requestId: submitted.headers['x-request-id'] ?? '',
    key,
    accountId,
    approvalId,
    batchId,
    externalReferenceId,
    depositId: deposit.depositId,
    payoutLinkId,
    productId,
    linkId,
    paymentId: payment.id,
    receiptId: await addReceipt(of, accountId),
    snapshotId,
    /** None is of another payout than the one that a confirmation names. */
    fundingQuoteId: service.runtime.ids.next('fq', service.clock.now),
    cursor: nextCursor,
    reference,
    /** Of an API key. */
    id: of.key.id,
    externalId: recipient.externalId,
    actorUserId: owner.userId,
    userId: owner.userId,
    invitationId: invited.invitationId,
    endpointId: endpoint.id,
    deliveryId,
  };
}

/** What somebody has sent, and no attempt waited for. */
async function addReceipt({ organizationId }: TestOrganization, accountId: string): Promise<string> {
  const { store, clock } = service.runtime;
  const now = clock();
  const to = { mode: 'sandbox', chain: 'base', token: 'USDC', address } as const;
  const watch = { ...to, organizationId, accountId, version: 1, nextBlock: 1, opened: [], lastOpenedAt: now };
  const receipt = receiptOf(
    watch,
    { hash: `0x${'1'.repeat(64)}`, logIndex: 0, block: 1, amount: 10n, madeAt: now },
    now,
  );
  await store.put(ReceiptEntity, receipt);
  return receipt.receiptId;
}

/** An id of the same form that is nobody's. */
function anotherLike(id: string): string {
  return id.replace(/.{6}$/, id.endsWith('aaaaaa') ? 'bbbbbb' : 'aaaaaa');
}

interface Attempt {
  readonly organizationId: string;
  readonly ids: Holdings;
  readonly query?: string | undefined;
}

async function attempt(endpoint: AnyEndpoint, as: Caller, { organizationId, ids, query }: Attempt): Promise<Answer> {
  const { method, operation, path } = endpoint;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    isOrganization(name) ? organizationId : (ids[name] ?? ''),
  );
  const body = method === 'GET' ? {} : { idempotencyKey: randomUUID(), body: bodies[operation]?.(ids) ?? {} };
  return service.call(method, query ? `${filled}?${query}=${ids[query]}` : filled, callerOf(as), body);
}

type Caller = 'key' | 'session';

function callerOf(caller: Caller) {
  return caller === 'key' ? attacker : session;
}

/** What a caller learns: everything but the id that he sent himself and the request's own. */
function learned({ status, body }: Answer, ids: Holdings) {
  const { requestId: _, ...rest } = body;
  return { status, body: Object.values(ids).reduce((text, id) => text.replaceAll(id, '…'), JSON.stringify(rest)) };
}

function isOrganization(name: string): boolean {
  return name === 'orgId' || name === 'organizationId';
}

function idsInPath({ path }: AnyEndpoint): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !isOrganization(name));
}

function idsInQuery({ query }: AnyEndpoint): string[] {
  return fieldsOf(query).filter((name) => /Id$|^cursor$|^reference$|^key$/.test(name) && name !== 'corridorId');
}

function idsInBody({ body }: AnyEndpoint): string[] {
  return fieldsOf(body).filter((name) => /Id$/.test(name) && !namesNothing.has(name));
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  return Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
}

const byCaller = endpoints.flatMap((endpoint) =>
  endpoint.callers.map((caller) => [endpoint.operation, caller as Caller, endpoint] as const),
);
const byOrganization = byCaller.filter(([, , { path }]) => /\{(orgId|organizationId)\}/.test(path));
const byId = byCaller.filter(([, , endpoint]) => idsInPath(endpoint).length + idsInBody(endpoint).length > 0);
const byQuery = byCaller.flatMap(([operation, caller, endpoint]) =>
  idsInQuery(endpoint).map((query) => [operation, query, caller, endpoint] as const),
);

describe('another organization', () => {
  test.each(byOrganization)('is closed to %s by %s, as if it did not exist', async (_operation, caller, endpoint) => {
    const existing = await attempt(endpoint, caller, { organizationId: victim.organizationId, ids: found });
    const missing = await attempt(endpoint, caller, { organizationId: newOrganizationId(), ids: found });

    expect(existing).toMatchObject({ status: 403, body: { type: 'FORBIDDEN' } });
    expect(learned(existing, found)).toEqual(learned(missing, found));
  });

  test.each(byId)('shares nothing by its ids: %s by %s', async (_operation, caller, endpoint) => {
    const { organizationId } = attacker;
    const existing = await attempt(endpoint, caller, { organizationId, ids: found });
    const missing = await attempt(endpoint, caller, { organizationId, ids: phantom });

    expect(existing.status).toBeGreaterThanOrEqual(400);
    expect(existing.body.type).not.toBe('VALIDATION_ERROR');
    expect(learned(existing, found)).toEqual(learned(missing, phantom));
  });

  test.each(byQuery)('is not found by a filter: %s?%s= by %s', async (_operation, query, caller, endpoint) => {
    const { organizationId } = attacker;
    const existing = await attempt(endpoint, caller, { organizationId, ids: found, query });
    const missing = await attempt(endpoint, caller, { organizationId, ids: phantom, query });

    expect(learned(existing, found)).toEqual(learned(missing, phantom));
    if (query === 'cursor') expect(existing).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
    else if (existing.status === 200) expect(existing.body.data).toEqual([]);
  });
});

describe('the token of a page', () => {
  test.each(byPage)('opens nothing of another organization: %s', async (_operation, endpoint) => {
    const { idPrefix } = endpoint.page.opens;
    const newToken = tokenOf[endpoint.operation] ?? tokenOf[idPrefix];
    const [organizationId, resourceId, secret] = ((await newToken?.(attacker)) ?? '').split('.');
    const wanted = ((await newToken?.(victim)) ?? '').split('.');
    const before = await storedItems(service);
    const open = async (token: string) => {
      const path = fullPath(endpoint).replace('{token}', token);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await service.send(endpoint.method, path, forms[endpoint.operation] ?? '', form);
      return { status: answer.status, text: answer.text.replaceAll(answer.headers['x-request-id'] ?? '', '…') };
    };
    const missing = await open(`${organizationId}.${idPrefix}_1.${secret}`);
    expect(missing.status).toBe(404);
    expect(await open(`${wanted[0]}.${wanted[1]}.${secret}`)).toEqual(missing);
    expect(await open(`${wanted[0]}.${resourceId}.${secret}`)).toEqual(missing);
    expect(await open(`${organizationId}.${wanted[1]}.${secret}`)).toEqual(missing);
    expect(await open(`${organizationId}.${resourceId}.${wanted[2]}`)).toEqual(missing);
    expect(await storedItems(service)).toEqual(before);
    expect((await open(`${organizationId}.${resourceId}.${secret}`)).status).toBeLessThan(400);
  });
});

test('every id that an endpoint takes is one that was tried', () => {
  const taken = endpoints.flatMap((endpoint) => [
    ...idsInPath(endpoint),
    ...idsInQuery(endpoint),
    ...idsInBody(endpoint),
  ]);
  expect(taken.filter((name) => !(name in found))).toEqual([]);
});
