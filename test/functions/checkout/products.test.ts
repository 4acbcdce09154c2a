import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { suspend, verify } from '../../shared/journal/commit/support.ts';
import { auditRows, expectError, faultsOf, storedItems } from '../../support/answers.ts';
import { bodyOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

type Body = Answer['body'];

const mug = { name: 'Mug', currency: 'USD', unitAmount: '12.50' };
let service: TestService;
let of: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1);
  of = await service.organization();
});

const pathIn = ({ organizationId }: TestOrganization) => `/checkout/organizations/${organizationId}/products`;
const create = (body: object = mug, by: TestOrganization = of) => service.post(pathIn(by), by, body);
const created = async (body?: object) => bodyOf(await create(body), 201);
const get = ({ productId }: Body) => service.get(`${pathIn(of)}/${productId}`, of);
const patch = ({ productId }: Body, body: object) => service.call('PATCH', `${pathIn(of)}/${productId}`, of, { body });
const archive = ({ productId }: Body) => service.post(`${pathIn(of)}/${productId}/archive`, of, undefined);
const list = async (query = '') => bodyOf(await service.get(`${pathIn(of)}${query}`, of));
const at = () => new Date(service.clock.now).toISOString();

describe('a product that is created', () => {
  test('is answered with everything that was sent, and read as it was answered', async () => {
    const sent = {
      ...mug,
      description: 'Blue, 0.3 l',
      taxRate: '8.875',
      taxInclusive: true,
      metadata: { sku: 'M-1', tags: ['blue', { size: 1 }], none: null },
    };
    const product = await created(sent);
    expect(product).toEqual({
      productId: expect.stringMatching(/^prd_[a-z0-9]{25}$/),
      status: 'active',
      ...sent,
      livemode: false,
      createdAt: at(),
      updatedAt: at(),
    });
    expect(bodyOf(await get(product))).toEqual(product);
  });

  test('has no tax, no description and no metadata unless they are sent', async () => {
    const product = await created();
    expect(product).toMatchObject({ ...mug, taxInclusive: false, metadata: {} });
    expect(product).not.toHaveProperty('taxRate');
    expect(product).not.toHaveProperty('description');
  });

  test.each([
    ['JPY', '1200', '1200'],
    ['USD', '12.5', '12.50'],
    ['KWD', '1.125', '1.125'],
    ['USD', '999999999999999', '999999999999999.00'],
  ])('in %s keeps %s to the last place', async (currency, unitAmount, shown) => {
    expect((await created({ ...mug, currency, unitAmount })).unitAmount).toBe(shown);
  });

  test.each([
    ['name: required', { name: undefined }],
    ['name: too_small', { name: ' ' }],
    ['name: too_big', { name: 'x'.repeat(251) }],
    ['description: too_big', { description: 'x'.repeat(501) }],
    ['currency: custom', { currency: 'XXX' }],
    ['currency: invalid_format', { currency: 'USDC' }],
    ['unitAmount: invalid_format', { unitAmount: '12.505' }],
    ['unitAmount: invalid_format', { unitAmount: '-1.00' }],
    ['unitAmount: invalid_format', { currency: 'JPY', unitAmount: '12.50' }],
    ['unitAmount: invalid_type', { unitAmount: 12.5 }],
    ['taxRate: invalid_format', { taxRate: '100.0001' }],
    ['taxRate: invalid_format', { taxRate: '1.00001' }],
    ['taxInclusive: invalid_type', { taxInclusive: 'no' }],
    ['metadata: invalid_type', { metadata: ['a'] }],
    ['metadata: custom', { metadata: { text: 'ä'.repeat(4_096) } }],
    ['status: unrecognized_key', { status: 'active' }],
  ])('is refused with %s, and nothing is stored', async (fault, change) => {
    expect(faultsOf(await create({ ...mug, ...change }))).toEqual([fault]);
    expect((await list()).data).toEqual([]);
  });

  test.each(['9007199254740993', '1e400', '-0', '0.30000000000000000001'])(
    'keeps metadata as it was sent, and so refuses the number %s',
    async (number) => {
      const send = (value: string) => {
        const rawBody = JSON.stringify({ ...mug, metadata: { a: [1, 'VALUE'] } }).replace('"VALUE"', value);
        return service.post(pathIn(of), of, undefined, { rawBody });
      };
      expect(faultsOf(await send(number))).toEqual(['metadata.a[1]: inexact_number']);
      expect((await list()).data).toEqual([]);
      expect(bodyOf(await send(`"${number}"`), 201).metadata).toEqual({ a: [1, number] });
      expect(bodyOf(await send('9007199254740991'), 201).metadata).toEqual({ a: [1, 9007199254740991] });
    },
  );

  test('needs an idempotency key of an API key, and of no session', async () => {
    expectError(await service.call('POST', pathIn(of), of, { body: mug }), 'IDEMPOTENCY_KEY_REQUIRED');
    const operator = await service.member(of.organizationId, 'operator');
    bodyOf(await service.call('POST', pathIn(of), operator, { body: mug }), 201);
  });

  test('is created once under one idempotency key, of two requests at once', async () => {
    const once = () => service.post(pathIn(of), of, mug, { idempotencyKey: 'mug' });
    const answers = await Promise.all([once(), once()]);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    // The other one came while the first was under way, or behind it: then it has the same answer.
    for (const answer of answers.filter((one) => !made.includes(one)))
      expectError(answer, 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
    const { body } = await once();
    for (const answer of made) expect(answer.body).toEqual(body);
    expect((await list()).data).toHaveLength(1);
  });
});

describe('a product that is changed', () => {
  test('has the fields that were sent, without those that were null; the others stay', async () => {
    const product = await created({ ...mug, description: 'Blue', taxRate: '19', metadata: { a: 1, b: 2 } });
    service.clock.advance(1_000);
    const changed = bodyOf(await patch(product, { unitAmount: '13', taxRate: null, metadata: { c: 3 } }));
    const { taxRate: _, ...rest } = product;
    expect(changed).toEqual({ ...rest, unitAmount: '13.00', metadata: { c: 3 }, updatedAt: at() });
    expect(bodyOf(await get(product))).toEqual(changed);
    const more = { name: 'Cup', description: null, taxRate: '7', taxInclusive: true };
    const { description: _none, ...shown } = { ...changed, ...more };
    expect(bodyOf(await patch(product, more))).toEqual(shown);
  });

  test.each([
    ['currency', { currency: 'EUR' }],
    ['unitAmount', { unitAmount: '1.005' }],
    ['unitAmount', { unitAmount: null }],
    ['name', { name: null }],
  ])('is refused for its %s, and stays', async (path, change) => {
    const product = await created();
    expect(faultsOf(await patch(product, change))).toEqual([expect.stringContaining(`${path}: `)]);
    expect(bodyOf(await get(product))).toEqual(product);
  });

  test('twice at once has both changes', async () => {
    const product = await created();
    await Promise.all([patch(product, { name: 'Cup' }), patch(product, { unitAmount: '1.00' })]);
    expect(bodyOf(await get(product))).toMatchObject({ name: 'Cup', unitAmount: '1.00' });
  });
});

describe('a product that is archived', () => {
  test('stays archived, unchanged by a second time, and cannot be changed', async () => {
    const product = await created();
    service.clock.advance(1_000);
    const archived = bodyOf(await archive(product));
    expect(archived).toEqual({ ...product, status: 'archived', updatedAt: at() });
    service.clock.advance(1_000);
    expect(bodyOf(await archive(product))).toEqual(archived);
    expectError(await patch(product, { name: 'Cup' }), 'BAD_REQUEST', { detail: 'the product is archived' });
    expect(bodyOf(await get(product))).toEqual(archived);
  });

  test('while it is changed is archived all the same', async () => {
    const product = await created();
    await Promise.all([archive(product), patch(product, { name: 'Cup' })]);
    expect(bodyOf(await get(product)).status).toBe('archived');
  });
});

describe('the list of products', () => {
  test('is newest first, gives each once over its pages, and knows their status', async () => {
    const all: Body[] = [];
    for (let count = 0; count < 5; count += 1) {
      service.clock.advance(1_000);
      all.unshift(await created({ ...mug, name: `Mug ${count}` }));
    }
    const archived = [bodyOf(await archive(all[1])), bodyOf(await archive(all[3]))];
    const shown = all.map((product) => archived.find(({ productId }) => productId === product.productId) ?? product);
    expect(await list()).toEqual({ data: shown, completeUntil: expect.any(String) });
    expect((await list('?status=archived')).data).toEqual(archived);
    expect((await list('?status=active,archived')).data).toEqual(shown);
    const seen: Body[] = [];
    for (let query: string | undefined = '?limit=2'; query; ) {
      const { data, nextCursor }: Body = await list(query);
      seen.push(...data);
      query = nextCursor && `?limit=2&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(shown);
  });

  test.each(['limit=0', 'limit=101', 'status=sold', 'status=', 'cursor=x', 'name=Mug'])('refuses %s', async (query) => {
    expectError(await service.get(`${pathIn(of)}?${query}`, of), 'VALIDATION_ERROR');
  });
});

describe('products', () => {
  test('of another organization are unknown', async () => {
    const product = await created();
    of = await service.organization();
    for (const answer of [await get(product), await patch(product, { name: 'Cup' }), await archive(product)]) {
      expectError(answer, 'NOT_FOUND', { detail: 'no such product' });
    }
    expect((await list()).data).toEqual([]);
    const [stored] = (await storedItems(service, 'product')).filter((row) => row.productId === product.productId);
    expect(stored).toMatchObject({ name: 'Mug', version: 1 });
  });

  test('are audited, and announce nothing', async () => {
    const product = await created();
    await patch(product, { name: 'Cup' });
    await archive(product);
    const rows = (await auditRows(service, of)).filter(({ resourceId }) => resourceId === product.productId);
    expect(rows.map(({ action }) => action).sort()).toEqual(['product.archive', 'product.create', 'product.update']);
    expect(await readFeed(service, of)).toEqual([]);
  });

  test('of a suspended organization are neither created nor changed', async () => {
    const product = await created();
    await suspend(service.runtime, of.organizationId);
    for (const answer of [await create(), await patch(product, { name: 'Cup' }), await archive(product)]) {
      expectError(answer, 'ACCOUNT_BLOCKED');
    }
  });

  test('are created for live once the business is verified: until then by neither key nor session', async () => {
    const live = await service.organization('live');
    const owner = await service.member(live.organizationId, 'owner');
    expectError(await create(mug, live), 'LIVE_KEY_ORG_NOT_APPROVED');
    expectError(await service.post(pathIn(live), owner, mug), 'FORBIDDEN', {
      detail: 'business verification is not complete',
    });
    await verify(service.runtime, live.organizationId);
    expect(bodyOf(await create(mug, live), 201)).toMatchObject({ livemode: true });
  });
});
