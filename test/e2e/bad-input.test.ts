import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorBody, Sluice } from '../../client/src/index.ts';
import { inParallel } from '../../scripts/support/in-parallel.ts';
import { readBooks } from '../support/books.ts';
import { Contract, type Operation, operationsOfKeys } from '../support/contract.ts';
import { type Answer, type CallOptions, type HandSigned, handSigned } from '../support/hand-signed.ts';
import { newPublicKey } from '../support/public-keys.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { badBodies, badBytes } from './support/bad-bodies.ts';
import { badQueries, oddQueries } from './support/bad-queries.ts';
import { mostBodyBytes } from './support/largest-run.ts';
import { createAccount, germanRecipient, unique } from './support/recipients.ts';

const WIDTH = 8;
const ONE_MIB = 1024 * 1024;
/** What a body may have, where it is more than that. */
const mostBytes: Readonly<Record<string, number>> = { createPayoutBatch: mostBodyBytes };
const HOUR_MS = 60 * 60 * 1000;
/** The form of an organization's id, and nobody's. */
const foreignOrganization = 'cjld2cjxh0000qzrmn831i7rn';

/** A request that is wrong in one place, and how that is told. */
interface BadRequest {
  readonly name: string;
  /** `{orgId}` and the query in it. */
  readonly path: string;
  readonly options?: CallOptions;
  readonly type: string;
  /** Named by `errors`; a BAD_REQUEST begins its `detail` with it. */
  readonly field?: string;
}

let stack: TestStack;
let sluice: Sluice;
let call: HandSigned;
/** A request that each operation with a body accepts. */
let validBodies: Record<string, unknown>;
/** What bodies are sent to, by path parameter. The link is a draft. */
let ownIds: Readonly<Record<string, string>>;
/** A link that is paid. */
let soldId: string;

beforeAll(async () => {
  stack = await startTestStack();
  const { baseUrl, organizationId, apiKey } = stack;
  sluice = new Sluice({ baseUrl, organizationId, apiKey });
  call = handSigned({ baseUrl, organizationId, apiKey });
  await sluice.fundSandbox({ amount: '1000.00' });
  const destinationAccountId = await createAccount(sluice, { endUserId: 'user-1' });
  const { snapshotId } = await sluice.createQuote({ amount: '10.00', destinationAccountId });
  const item = { name: 'Mug', description: 'Blue', quantity: 1, unitAmount: '12.50' };
  const { productId } = await sluice.createProduct({ name: 'Mug', currency: 'USD', unitAmount: '12.50' });
  const { linkId } = await sluice.createLink({ currency: 'USD', items: [item] });
  const sold = await sluice.createLink({ currency: 'USD', items: [item], publish: true });
  const { id: paymentId } = await sluice.simulateCheckoutPayment({ linkId: sold.linkId });
  soldId = sold.linkId;
  const details = { token: 'USDC', chain: 'base', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const;
  const owner = new Sluice({ baseUrl, organizationId, session: stack.sessions.owner });
  await owner.registerCollectionAccount({ kind: 'crypto', currency: 'USD', details });
  ownIds = { id: apiKey.id, productId, linkId, paymentId, payoutId: 'none' };
  const link = {
    currency: 'USD',
    items: [item],
    taxRate: '19',
    taxInclusive: true,
    successUrl: 'https://example.com/paid',
    cancelUrl: 'https://example.com/left',
    clientReferenceId: 'order',
    metadata: { order: '7' },
    fromName: 'Mugs',
    methods: [{ kind: 'card' }],
    expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
    maxPayments: 3,
  };
  validBodies = {
    createLink: { ...link, publish: false },
    updateLink: link,
    createProduct: {
      name: 'Mug',
      description: 'Blue',
      currency: 'USD',
      unitAmount: '12.50',
      taxRate: '19',
      taxInclusive: true,
      metadata: { shelf: '7' },
    },
    updateProduct: {
      name: 'Mug',
      description: 'Blue',
      unitAmount: '12.50',
      taxRate: '19',
      taxInclusive: true,
      metadata: { shelf: '7' },
    },
    refundCheckoutPayment: { amount: '1.00', reason: 'duplicate', note: 'sent back' },
    sendSandboxTransfer: { ...details, amount: '15.004217' },
    simulateCheckoutPayment: { reference: 'order', clientReferenceId: 'order' },
    acceptQuote: {
      snapshotId,
      type: 'OFFRAMP',
      endUser: { id: 'user-1' },
      reference: 'invoice',
      purposeOfPayment: 'salary',
      paymentReason: 'salary',
    },
    createPayout: {
      amount: '10.00',
      amountLeg: 'source',
      destinationAccountId,
      purposeOfPayment: 'salary',
      reference: 'invoice',
      endUserId: 'user-1',
      expectDestination: { amount: '8.75', tolerance: '0.01' },
    },
    confirmPayoutFunding: { transactionHash: `0x${'5a'.repeat(32)}` },
    createPayoutLink: {
      amount: '10.00',
      currency: 'USD',
      amountLeg: 'source',
      payeeName: 'Ada Lovelace',
      payeeEmail: 'ada@example.com',
      reference: 'prize',
      endUserId: 'user-1',
      purposeOfPayment: 'salary',
      note: 'First prize',
      countries: ['DE'],
      returnUrl: 'https://example.com/thanks',
      expiresAt: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
    },
    createQuote: { amount: '10.00', amountLeg: 'source', destinationAccountId, purposeOfPayment: 'salary' },
    createPayoutBatch: {
      externalReferenceId: 'run',
      items: [
        {
          amount: '10.00',
          amountLeg: 'source',
          destinationAccountId,
          purposeOfPayment: 'salary',
          reference: 'invoice',
          endUserId: 'user-1',
          expectDestination: { amount: '8.75', tolerance: '0.01' },
        },
      ],
      autoCommit: false,
    },
    createRecipient: { ...germanRecipient, endUserId: 'user-1' },
    fundSandbox: { amount: '10.00', currency: 'USD' },
    registerSandboxWebhookEndpoint: {
      url: 'https://example.com/hooks',
      events: ['deposit.completed'],
      description: 'books',
    },
    rotateApiKey: { publicKey: newPublicKey(), deadline: new Date(Date.now() + HOUR_MS).toISOString() },
  };
});
afterAll(() => stack?.[Symbol.asyncDispose]());

describe.each(operationsOfKeys)('$operationId refuses', { timeout: 120_000 }, (operation) => {
  test('every bad input by name, and changes nothing', async () => {
    const contract = new Contract();
    const before = await everything();

    const requests = badRequests(operation);
    const faults = await inParallel(WIDTH, requests, async (request) => {
      const answer = await call(operation.method, request.path, request.options);
      contract.check(operation.method, urlOf(request.path), answer);
      return faultOf(request, answer);
    });

    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(contract.faults).toEqual([]);
    expect(await everything()).toEqual(before);
  });
});

describe.each(operationsOfKeys.filter(hasOddQueries))('$operationId', (operation) => {
  test('answers odd but possible queries without a failure of ours', async () => {
    const contract = new Contract();
    const failures = await inParallel(WIDTH, queriesOf(operation, oddQueries), async ({ query }) => {
      const answer = await call(operation.method, samplePath(operation) + query);
      contract.check(operation.method, urlOf(operation.path), answer);
      return answer.status < 500 ? undefined : `${query.slice(0, 80)}: ${answer.text}`;
    });
    expect(failures.filter((failure) => failure !== undefined)).toEqual([]);
    expect(contract.faults).toEqual([]);
  });
});

describe('outside the described operations', () => {
  test.each([
    ['DELETE', '/payments/organizations/{orgId}/orders'],
    ['PUT', '/recipients/{orgId}'],
    ['GET', '/payments/organizations/{orgId}/nothing'],
    ['GET', '/payments/organizations/{orgId}/orders/'],
    ['GET', '/payments/organizations//orders'],
    ['GET', '/'],
    ['POST', '/openapi.json'],
  ])('%s %s is ROUTE_NOT_FOUND', async (method, path) => {
    const answer = await call(method, path);
    expect([answer.status, answer.body]).toMatchObject([404, { type: 'ROUTE_NOT_FOUND' }]);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  });
});

describe('unusual text', () => {
  test.each(['Zoë Müller', 'e\u0301a\u0308', '山田 太郎', 'אבג דהו', '🦊 & Søn', "O'Brien <b>", '%00', '\\u0000'])(
    '%s is kept as it is',
    async (name) => {
      const body = { ...germanRecipient, externalId: unique(name), name };
      const iban = (await sluice.listPayoutScenarios({ corridorId: 'eur_fr_iban' })).data;
      const used = (await sluice.listRecipients()).data.length;
      const recipientDetails = iban[used % iban.length]?.recipientDetails ?? {};
      const created = await sluice.createRecipient({
        ...body,
        country: 'FR',
        method: { ...body.method, recipientDetails },
      });
      expect(created).toMatchObject({ name, externalId: body.externalId });
      expect((await sluice.listRecipients({ externalId: body.externalId })).data).toEqual([created]);
    },
  );
});

/** What is right and yet refused: no payout of the sandbox awaits its organization's own funds. */
const refusedHere: Readonly<Record<string, string>> = { confirmPayoutFunding: 'NOT_FOUND' };

test('the bodies that the faults were put into are accepted', async () => {
  for (const { operationId, method, path } of operationsOfKeys.filter(({ body }) => body).reverse()) {
    const answer = await call(method, ownPath({ operationId, path }), {
      idempotencyKey: unique('valid'),
      body: validBodies[operationId],
    });
    const isRefusedAsSaid = answer.body?.type === refusedHere[operationId];
    expect([operationId, answer.status < 300 || isRefusedAsSaid || answer.body]).toEqual([operationId, true]);
  }
});

async function everything() {
  const [books, recipients] = await Promise.all([readBooks(sluice), sluice.listRecipients()]);
  return { books, recipients: recipients.data };
}

function urlOf(path: string): string {
  return stack.baseUrl + path.replace('{orgId}', stack.organizationId);
}

/** What is wrong with an answer to a bad request, in a line. */
function faultOf({ name, type, field }: BadRequest, { status, text, body }: Answer): string | undefined {
  const isType = body?.type === type || (type === 'VALIDATION_ERROR' && body?.type === 'BAD_REQUEST');
  if (status >= 400 && status < 500 && isType && (field === undefined || names(body, field))) return undefined;
  return `${name}: ${type} ${field ?? ''} was expected, not ${status} ${text.slice(0, 300)}`;
}

/** Whether an error names a field, or what lies in it; `type[1]` is the second value of `type`. */
function names({ type, detail, errors = [] }: ErrorBody, field: string): boolean {
  const paths = type === 'BAD_REQUEST' ? [detail.split(':')[0] ?? ''] : errors.map(({ path }) => path);
  return paths.some((path) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`));
}

function badRequests(operation: Operation): BadRequest[] {
  return [
    ...badQueryRequests(operation),
    ...(operation.body ? [...badBodyRequests(operation), ...badKeyRequests(operation)] : []),
    ...badPathRequests(operation),
  ];
}

function optionsOf(operation: Operation, options: CallOptions = {}): CallOptions {
  if (operation.body) return { idempotencyKey: unique('bad'), body: validBodies[operation.operationId], ...options };
  return { ...(requiresKey(operation) && { idempotencyKey: unique('bad') }), ...options };
}

function requiresKey({ parameters }: Operation): boolean {
  return parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
}

function badQueryRequests(operation: Operation): BadRequest[] {
  const request = (query: string, field: string): BadRequest => ({
    name: query.slice(0, 80),
    path: samplePath(operation) + query,
    options: optionsOf(operation),
    type: 'VALIDATION_ERROR',
    field,
  });
  return [
    request('?nobodyKnowsThis=1', 'nobodyKnowsThis'),
    request('?__proto__=1', '__proto__'),
    request('?constructor=1', 'constructor'),
    request('?limit=1&limit=1', 'limit'),
    request('?%00=1', '\u0000'),
    ...queriesOf(operation, badQueries).map(({ query, name }) => request(query, name)),
  ];
}

function hasOddQueries({ parameters }: Operation): boolean {
  return parameters.some(({ name, in: place }) => place === 'query' && oddQueries[name]);
}

/** Takes any limit, as specified. */
const clamped = 'listCheckoutPayments';

function queriesOf({ operationId, parameters }: Operation, values: Readonly<Record<string, readonly string[]>>) {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .filter(({ name }) => operationId !== clamped || name !== 'limit')
    .flatMap(({ name }) =>
      (values[name] ?? []).map((value) => ({ name, query: `?${name}=${encodeURIComponent(value)}` })),
    );
}

function badBodyRequests(operation: Operation): BadRequest[] {
  const path = ownPath(operation);
  const type = 'VALIDATION_ERROR';
  const valid = validBodies[operation.operationId];
  const tooLong = JSON.stringify({
    ...(valid as object),
    padding: 'x'.repeat(mostBytes[operation.operationId] ?? ONE_MIB),
  });
  return [
    ...badBodies(operation.body ?? {}, valid).map(({ name, body, field }) => ({
      name,
      path,
      options: optionsOf(operation, { body }),
      type,
      field,
    })),
    ...Object.entries(badBytes).map(([name, rawBody]) => ({
      name,
      path,
      options: optionsOf(operation, { rawBody }),
      type,
      field: '',
    })),
    { name: 'too long', path, options: optionsOf(operation, { rawBody: tooLong }), type: 'BAD_REQUEST' },
  ];
}

function badKeyRequests(operation: Operation): BadRequest[] {
  const path = ownPath(operation);
  const request = (idempotencyKey: string | undefined, type: string): BadRequest => ({
    name: `key ${idempotencyKey?.slice(0, 20)}`,
    path,
    options: { body: validBodies[operation.operationId], ...(idempotencyKey !== undefined && { idempotencyKey }) },
    type,
  });
  const bad = ['', 'a b', 'a/b', 'ü', 'x'.repeat(256)].map((key) => request(key, 'IDEMPOTENCY_KEY_INVALID'));
  return requiresKey(operation) ? [...bad, request(undefined, 'IDEMPOTENCY_KEY_REQUIRED')] : bad;
}

/** What is told of an id of nobody, by parameter, where it has a type of its own. */
const notFound: Readonly<Record<string, string>> = { batchId: 'BATCH_NOT_FOUND' };

/** Ids of nobody, and texts that are no ids. */
function badPathRequests(operation: Operation): BadRequest[] {
  const { path, parameters } = operation;
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const request = (name: string, value: string, type: string): BadRequest => ({
    name: `${name} ${value.slice(0, 20)}`,
    path: samplePath(operation, { [name]: value }),
    options: optionsOf(operation),
    type,
  });
  return names.flatMap((name) => [
    ...['%E2%98%83', 'a%20b', '%00', '%2F', 'a%2Fb', 'x'.repeat(129)].map((value) => request(name, value, 'NOT_FOUND')),
    ...(name === 'orgId' || !path.includes('{orgId}')
      ? [request(name, foreignOrganization, 'FORBIDDEN'), request(name, '__proto__', 'FORBIDDEN')]
      : ['none', '__proto__'].map((value) => request(name, value, notFound[name] ?? 'NOT_FOUND'))),
  ]);
}

/** A path of what a body is sent to. */
function ownPath({ operationId, path }: Pick<Operation, 'operationId' | 'path'>): string {
  const ids = operationId === 'simulateCheckoutPayment' ? { ...ownIds, linkId: soldId } : ownIds;
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
}

/** The path with ids of nobody, `{orgId}` left. */
function samplePath({ operationId, path }: Operation, values: Readonly<Record<string, string>> = {}): string {
  const named = path.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const own = path.includes('{orgId}') ? named : ownPath({ operationId, path: named });
  return own.replace(/\{(?!orgId)\w+\}/g, 'none');
}
