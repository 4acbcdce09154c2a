import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { suspend, verify } from '../../shared/journal/commit/support.ts';
import { auditRows, faultsOf, storedItems } from '../../support/answers.ts';
import { bodyOf } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Body, expectRefused, LinkScene, mug } from './links-support.ts';

let scene: LinkScene;

beforeAll(async () => {
  scene = await LinkScene.start();
});

beforeEach(async () => {
  scene.service.clock.advance(1);
  scene.of = await scene.service.organization();
});

const minuteMs = 60_000;
const cryptoAddress = '0x52908400098527886e0f7030069857d2e4169ee7';
const inMs = (ms: number) => new Date(scene.service.clock.now + ms).toISOString();
const linksStored = async () =>
  (await storedItems(scene.service)).filter(
    ({ _et, organizationId }) => String(_et).startsWith('checkoutLink') && organizationId === scene.of.organizationId,
  );

async function product(more: object = {}): Promise<Body> {
  const path = `/checkout/organizations/${scene.of.organizationId}/products`;
  const body = { name: 'Cup', description: 'Blue', currency: 'EUR', unitAmount: '10.00', ...more };
  return bodyOf(await scene.service.post(path, scene.of, body), 201);
}

describe('a link that is created', () => {
  test(
    'is a draft with everything that was sent, and read as it was answered',
    quotes({
      'Endpoints > Create a checkout link': [
        '`POST C/links`.',
        'Body per Checkout link: either',
        'or `currency` + `items`; optional `successUrl`, `cancelUrl`, `clientReferenceId`, `metadata`, `methods`, `expiresAt`',
      ],
      'Resources and their fields > Checkout link': [
        '`currency`, `items` | inline pricing alternative',
        '`clientReferenceId` | caller string',
        '`shareUrl` | page to send the buyer to; present on every link',
      ],
      'States and transitions > Checkout link': '(none) | create | `publish` absent or false | `draft`',
    }),
    async () => {
      const sent = {
        currency: 'EUR',
        items: [
          { name: 'Mug', description: 'Blue', quantity: 3, unitAmount: '12.50' },
          { name: 'Lid', quantity: 1, unitAmount: '0.99' },
        ],
        taxRate: '19',
        taxInclusive: true,
        successUrl: 'https://example.com/thanks?order=1',
        cancelUrl: 'https://example.com/basket',
        clientReferenceId: 'order-1',
        metadata: { order: { id: 1 } },
        fromName: 'Mugs & Co',
        methods: [{ kind: 'card' }],
        maxPayments: 1,
        expiresAt: inMs(minuteMs),
      };
      const link = await scene.created(sent);
      expect(link).toEqual({
        linkId: expect.stringMatching(/^lnk_[a-z0-9]{25}$/),
        status: 'draft',
        ...sent,
        total: '38.49',
        tax: '6.15',
        shareUrl: expect.stringMatching(
          new RegExp(
            `^https://pay\\.example\\.com/p/checkout/${scene.of.organizationId}\\.${link.linkId}\\.[0-9a-f]{32}$`,
          ),
        ),
        livemode: false,
        createdAt: inMs(0),
        updatedAt: inMs(0),
      });
      expect(await scene.read(link)).toEqual(link);
    },
  );

  test(
    "is paid by card, without end and any number of times, under the organization's name, unless it says otherwise",
    quotes({
      'Resources and their fields > Checkout link': [
        "`fromName` | string; empty string falls back to the organization's name",
        '`methods` | array of `{ kind }`; omitted means `[{ kind: card }]`',
        '`null` or omitted means it runs until paused',
      ],
    }),
    async () => {
      const link = await scene.created({ ...mug, fromName: '' });
      expect(link).toMatchObject({ methods: [{ kind: 'card' }], expiresAt: null, fromName: 'Example', metadata: {} });
      expect(Object.keys(link)).not.toContain('maxPayments');
      expect((await scene.created({ ...mug, methods: [] })).methods).toEqual([]);
    },
  );

  test(
    'copies its product, so that no later change of that reaches it',
    quotes({
      'Endpoints > Create a checkout link': ['either `productId`', 'archived product'],
      'Resources and their fields > Checkout link': '`productId` | product id; alternative to `currency` + `items`',
    }),
    async () => {
      const { productId } = await product({ taxRate: '19' });
      const link = await scene.created({ productId, taxRate: '50', taxInclusive: true });
      const price = {
        productId,
        currency: 'EUR',
        items: [{ name: 'Cup', description: 'Blue', quantity: 1, unitAmount: '10.00' }],
        taxRate: '19',
        taxInclusive: false,
        total: '11.90',
        tax: '1.90',
      };
      expect(link).toMatchObject(price);
      const path = `/checkout/organizations/${scene.of.organizationId}/products/${productId}`;
      bodyOf(await scene.service.call('PATCH', path, scene.of, { body: { unitAmount: '20.00', name: 'Jar' } }));
      expect(await scene.read(link)).toMatchObject(price);
      bodyOf(await scene.service.post(`${path}/archive`, scene.of, undefined));
      expectRefused(await scene.create({ productId }), 'BAD_REQUEST', 'the product is archived');
      expect(await scene.read(link)).toMatchObject(price);
    },
  );

  test.each([
    ['items: custom', { items: undefined }],
    ['currency: custom', { currency: undefined }],
    ['items: too_small', { items: [] }],
    ['items: too_big', { items: Array(101).fill(mug.items[0]) }],
    ['items[0].quantity: too_small', { items: [{ ...mug.items[0], quantity: 0 }] }],
    ['items[0].quantity: too_big', { items: [{ ...mug.items[0], quantity: 10_001 }] }],
    ['items[0].unitAmount: invalid_format', { items: [{ ...mug.items[0], unitAmount: '12.505' }] }],
    ['currency: custom', { currency: 'XXX' }],
    ['taxRate: invalid_format', { taxRate: '100.0001' }],
    ['methods[0].kind: invalid_union', { methods: [{ kind: 'cash' }] }],
    [
      'methods[0].token: invalid_value',
      { methods: [{ kind: 'crypto', token: 'DAI', chain: 'base', address: cryptoAddress }] },
    ],
    [
      'methods[0].chain: invalid_value',
      { methods: [{ kind: 'crypto', token: 'USDC', chain: 'solana', address: cryptoAddress }] },
    ],
    ['methods[1].kind: custom', { methods: [{ kind: 'card' }, { kind: 'card' }] }],
    ['maxPayments: too_small', { maxPayments: 0 }],
    ['maxPayments: too_big', { maxPayments: 1_000_001 }],
    ['expiresAt: invalid_format', { expiresAt: '2026-03-01T12:00:00' }],
    ['expiresAt: custom', { expiresAt: '9999-12-31T23:59:59-00:01' }],
    ['expiresAt: custom', { expiresAt: '0000-01-01T00:00:00+00:01' }],
    ['clientReferenceId: too_big', { clientReferenceId: 'x'.repeat(256) }],
    ['metadata: custom', { metadata: { long: 'x'.repeat(8 * 1024) } }],
    ['successUrl: invalid_format', { successUrl: 'http://example.com' }],
    ['successUrl: invalid_format', { successUrl: 'http://localhost:3000' }],
    ['successUrl: invalid_format', { successUrl: 'javascript:alert(1)' }],
    ['cancelUrl: invalid_format', { cancelUrl: 'https://user@example.com' }],
    ['cancelUrl: invalid_format', { cancelUrl: 'https://@example.com' }],
    ['successUrl: invalid_format', { successUrl: 'https://example.com/a b' }],
    ['successUrl: invalid_format', { successUrl: 'https://example.com/ ' }],
    ['successUrl: invalid_format', { successUrl: 'https://example.com/\n' }],
    ['successUrl: invalid_format', { successUrl: 'https://example.com/a\tb' }],
    ['successUrl: invalid_format', { successUrl: 'https://example.com/\u0000' }],
    ['successUrl: invalid_format', { successUrl: 'https://example.com/?name="x"' }],
    ['cancelUrl: invalid_format', { cancelUrl: "https://example.com/?name='x'" }],
    ['cancelUrl: invalid_format', { cancelUrl: 'https://example.com/?name=`x`' }],
    ['cancelUrl: invalid_format', { cancelUrl: 'https://example.com/<id>' }],
    ['cancelUrl: invalid_format', { cancelUrl: 'https://example.com\\basket' }],
    ['cancelUrl: invalid_format', { cancelUrl: 'https://example.com/basket/für' }],
    ['cancelUrl: invalid_format', { cancelUrl: 'https://bücher.example/' }],
    ['cancelUrl: too_big', { cancelUrl: `https://example.com/${'x'.repeat(2_048)}` }],
    ['status: unrecognized_key', { status: 'sent' }],
  ])(
    'refuses %s and stores nothing',
    quotes({
      'Endpoints > Create a checkout link':
        '400: `VALIDATION_ERROR` (including unsupported `token`, `chain`, `currency`)',
    }),
    async (fault, change) => {
      const answer = await scene.create({ ...mug, ...change });
      expectRefused(answer, 'VALIDATION_ERROR');
      expect(faultsOf(answer)).toEqual([fault]);
      expect(await linksStored()).toEqual([]);
    },
  );

  test.each([
    ['either productId or currency', { ...mug, productId: 'prd_1' }],
    ['either productId or currency', { productId: 'prd_1', currency: 'USD' }],
    ['unpriceable currency', { ...mug, currency: 'UYW' }],
    ['unpriceable currency', { ...mug, currency: 'KPW' }],
    [
      'a card payment can be 0.50 to 999999.99 USD',
      { ...mug, items: [{ name: 'Gum', quantity: 1, unitAmount: '0.49' }] },
    ],
    [
      'a card payment can be 50 to 99999999 JPY',
      { currency: 'JPY', items: [{ name: 'Gum', quantity: 1, unitAmount: '49' }] },
    ],
    ['a card payment can be', { ...mug, items: [{ name: 'Ship', quantity: 1, unitAmount: '1000000' }] }],
    ['not positive', { ...mug, methods: [], items: [{ name: 'Air', quantity: 1, unitAmount: '0' }] }],
    [
      'more than a payment can be',
      { ...mug, methods: [], items: [{ name: 'Fleet', quantity: 10_000, unitAmount: '999999999999.00' }] },
    ],
    ['the bank rail needs an account', { ...mug, methods: [{ kind: 'bank' }] }],
    ['the crypto rail needs an address', { ...mug, methods: [{ kind: 'crypto' }] }],
  ])(
    'refuses what cannot be paid: %s',
    quotes({
      'Endpoints > Create a checkout link':
        '`BAD_REQUEST` (both `productId` and `items`, archived product, unpriceable currency, bank rail without account)',
      'Resources and their fields > Checkout link': [
        '(sending both is a 400)',
        'bank and crypto kinds need the account or address to pay into',
      ],
    }),
    async (detail, body) => {
      expectRefused(await scene.create(body), 'BAD_REQUEST', detail);
      expect(await linksStored()).toEqual([]);
    },
  );

  test(
    'wants a product of the organization',
    quotes({ 'Endpoints > Create a checkout link': '404 `NOT_FOUND` (`productId` not in this organization).' }),
    async () => {
      const { productId } = await product();
      scene.of = await scene.service.organization();
      expectRefused(await scene.create({ productId }), 'NOT_FOUND');
      expectRefused(await scene.create({ productId: 'prd_unknown' }), 'NOT_FOUND');
    },
  );

  test('makes four sequential calls: the key, nonce and limit, the idempotency key beside the reads, the commit', async () => {
    const sequence: string[] = [];
    const counted = scene.service.process((call, send) => {
      sequence.push(call.name);
      return send();
    });
    bodyOf(await scene.create(mug, { through: counted }), 201);
    expect(sequence.filter((name) => name === 'BatchGet' || name === 'TransactWrite')).toEqual([
      'BatchGet',
      'BatchGet',
      'TransactWrite',
    ]);
    expect(sequence).toHaveLength(6);
  });

  test('may send buyers back to loopback only where the pages themselves are on one machine', async () => {
    const local = scene.service.process((_call, send) => send(), { pagesUrl: 'http://127.0.0.1:3000' });
    for (const successUrl of ['http://localhost:8080/thanks', 'http://127.0.0.1/', 'http://[::1]:1/']) {
      const answer = await scene.create({ ...mug, successUrl }, { through: local });
      expect(bodyOf(answer, 201).successUrl).toBe(successUrl);
    }
    const answer = await scene.create({ ...mug, successUrl: 'http://example.com/' }, { through: local });
    expect(faultsOf(answer)).toEqual(['successUrl: invalid_format']);
  });

  test('shows the path of its page where pages have no host', async () => {
    const homeless = scene.service.process((_call, send) => send(), { pagesUrl: undefined });
    const { shareUrl } = bodyOf(await scene.create(mug, { through: homeless }), 201);
    expect(shareUrl).toMatch(/^\/p\/checkout\/[a-z0-9._]+$/);
  });
});

describe('who may sell', () => {
  test(
    'is anybody but a viewer, and nobody before the business is verified',
    quotes({ 'Endpoints > Create a checkout link': 'or business verification incomplete; `detail` says which).' }),
    async () => {
      const { service, of } = scene;
      for (const role of ['owner', 'admin', 'operator'] as const) {
        bodyOf(await scene.create(mug, { as: await service.member(of.organizationId, role) }), 201);
      }
      const viewer = await service.member(of.organizationId, 'viewer');
      expectRefused(await scene.create(mug, { as: viewer }), 'FORBIDDEN');
      expect(bodyOf(await service.get(scene.path(), viewer)).data).toHaveLength(3);

      scene.of = await service.organization('live');
      expectRefused(await scene.create(), 'LIVE_KEY_ORG_NOT_APPROVED');
      const owner = await service.member(scene.of.organizationId, 'owner');
      expectRefused(await scene.create(mug, { as: owner }), 'FORBIDDEN', 'verification');
      await verify(service.runtime, scene.of.organizationId);
      bodyOf(await scene.create(), 201);
    },
  );

  test('is nobody once the organization is suspended', async () => {
    const link = await scene.created();
    await suspend(scene.service.runtime, scene.of.organizationId);
    for (const send of [() => scene.create(), () => scene.publish(link), () => scene.delete(link)]) {
      expectRefused(await send(), 'ACCOUNT_BLOCKED');
    }
  });

  test(
    'needs an idempotency key, where an API key sells',
    quotes({ 'Endpoints > Create a checkout link': '`Idempotency-Key` required on an API key.' }),
    async () => {
      const { service, of } = scene;
      const owner = await service.member(of.organizationId, 'owner');
      expectRefused(await service.call('POST', scene.path(), of, { body: mug }), 'IDEMPOTENCY_KEY_REQUIRED');
      bodyOf(await service.call('POST', scene.path(), owner, { body: mug }), 201);
    },
  );
});

describe('a draft that is changed', () => {
  test(
    'keeps what the request does not say, and loses what it takes away',
    quotes({
      'Endpoints > Update a checkout link': [
        '`PATCH C/links/{linkId}`.',
        '`metadata` replaced whole.',
        '200: the link.',
      ],
      'Resources and their fields > Checkout link': [
        "empty string falls back to the organization's name",
        '`metadata` | object; replaced whole on update',
      ],
      'States and transitions > Checkout link': 'editable',
    }),
    async () => {
      const link = await scene.created({
        ...mug,
        successUrl: 'https://example.com',
        maxPayments: 3,
        metadata: { a: 1 },
      });
      scene.service.clock.advance(5);
      const change = { successUrl: null, metadata: { b: 2 }, fromName: 'Mugs', expiresAt: inMs(minuteMs) };
      const changed = bodyOf(await scene.patch(link, change));
      const { successUrl: _, ...kept } = link;
      expect(changed).toEqual({
        ...kept,
        metadata: { b: 2 },
        fromName: 'Mugs',
        expiresAt: inMs(minuteMs),
        updatedAt: inMs(0),
      });
      expect(await scene.read(link)).toEqual(changed);
      const back = bodyOf(await scene.patch(link, { fromName: '', expiresAt: null, maxPayments: null }));
      expect(back).toMatchObject({ fromName: 'Example', expiresAt: null });
      expect(Object.keys(back)).not.toContain('maxPayments');
    },
  );

  test(
    'is priced anew by items or by a product, and by nothing else',
    quotes({
      'Endpoints > Update a checkout link':
        '`taxRate` and `taxInclusive` are ignored (with 200) unless `items` is in the same request.',
      'Resources and their fields > Checkout link':
        '`taxRate`, `taxInclusive` | effective only in a request that also sends `items`',
    }),
    async () => {
      const link = await scene.created({ ...mug, taxRate: '10' });
      expect(link).toMatchObject({ total: '13.75', tax: '1.25' });
      const ignored = bodyOf(await scene.patch(link, { taxRate: '50', taxInclusive: true }));
      expect(ignored).toEqual(link);
      const items = [{ name: 'Lid', quantity: 2, unitAmount: '1.00' }];
      expect(bodyOf(await scene.patch(link, { items }))).toMatchObject({ total: '2.20', tax: '0.20', currency: 'USD' });
      const taxed = { items, currency: 'JPY', taxRate: '0' };
      expectRefused(await scene.patch(link, taxed), 'VALIDATION_ERROR', 'items[0].unitAmount');
      const { productId } = await product();
      const ofProduct = bodyOf(await scene.patch(link, { productId }));
      expect(ofProduct).toMatchObject({ productId, currency: 'EUR', total: '10.00' });
      expect(bodyOf(await scene.patch(link, { items }))).not.toHaveProperty('productId');
      expectRefused(await scene.patch(link, { currency: 'EUR' }), 'VALIDATION_ERROR', 'currency');
      expectRefused(await scene.patch(link, { productId, items }), 'BAD_REQUEST');
    },
  );

  test('is held to what can be paid', async () => {
    const link = await scene.created({ currency: 'UYW', items: mug.items, methods: [] });
    expectRefused(await scene.patch(link, { methods: [{ kind: 'card' }] }), 'BAD_REQUEST', 'unpriceable currency');
    expectRefused(await scene.patch(link, { successUrl: 'http://example.com' }), 'VALIDATION_ERROR', 'successUrl');
    expect(await scene.read(link)).toEqual(link);
  });
});

describe('a published link', () => {
  test(
    'takes a new deadline alone: one that lies ahead, or none',
    quotes({
      'Endpoints > Update a checkout link': [
        'Drafts only, except a body carrying only `expiresAt` (a date or `null`) is accepted on a `sent` link.',
        'Editing a published link is 400 `BAD_REQUEST`.',
      ],
      'States and transitions > Checkout link':
        '`sent` | patch carrying only `expiresAt` | | `sent` | deadline moved or cleared',
    }),
    async () => {
      const link = await scene.published();
      for (const body of [
        { fromName: 'x' },
        { expiresAt: null, fromName: 'x' },
        { expiresAt: null, taxRate: '1' },
        {},
      ]) {
        expectRefused(await scene.patch(link, body), 'BAD_REQUEST', 'the link is sent');
      }
      expectRefused(await scene.patch(link, { expiresAt: inMs(0) }), 'BAD_REQUEST', 'expiresAt has passed');
      const limited = bodyOf(await scene.patch(link, { expiresAt: inMs(minuteMs) }));
      expect(limited).toMatchObject({ status: 'sent', expiresAt: inMs(minuteMs) });
      expect(bodyOf(await scene.patch(link, { expiresAt: null }))).toMatchObject({ status: 'sent', expiresAt: null });
    },
  );

  test(
    'expires by the clock, and is expired everywhere and for good',
    quotes({
      'Resources and their fields > Checkout link': ['`expiresAt` | deadline', '`expired`'],
      'States and transitions > Checkout link': [
        '`sent` | `expiresAt` passes | | `expired`',
        'or expired link cannot be published again; an expired link cannot be revived by patch.',
      ],
    }),
    async () => {
      const link = await scene.published({ ...mug, expiresAt: inMs(minuteMs) });
      scene.service.clock.advance(minuteMs - 1);
      expect((await scene.read(link)).status).toBe('sent');
      scene.service.clock.advance(1);
      expect((await scene.read(link)).status).toBe('expired');
      expect((await scene.list('?status=expired')).data).toHaveLength(1);
      expect((await scene.list('?status=sent')).data).toEqual([]);
      expectRefused(await scene.patch(link, { expiresAt: inMs(minuteMs) }), 'BAD_REQUEST', 'revived');
      expectRefused(await scene.patch(link, { expiresAt: null }), 'BAD_REQUEST', 'revived');
      expectRefused(await scene.publish(link), 'BAD_REQUEST', 'expired');
      expectRefused(await scene.pause(link), 'BAD_REQUEST', 'expired');
      expectRefused(await scene.delete(link), 'BAD_REQUEST', 'expired');
    },
  );

  test(
    'is paused for good',
    quotes({
      'Resources and their fields > Checkout link': '`paused`',
      'States and transitions > Checkout link': 'A paused',
    }),
    async () => {
      const link = await scene.published();
      expectRefused(await scene.pause(await scene.created()), 'BAD_REQUEST', 'draft');
      const paused = bodyOf(await scene.pause(link));
      expect(paused).toMatchObject({ status: 'paused', linkId: link.linkId });
      expect(bodyOf(await scene.pause(link))).toEqual(paused);
      expectRefused(await scene.publish(link), 'BAD_REQUEST', 'paused');
      expectRefused(await scene.patch(link, { expiresAt: null }), 'BAD_REQUEST', 'paused');
      expectRefused(await scene.delete(link), 'BAD_REQUEST', 'paused');
      expect((await scene.list('?status=paused')).data).toEqual([paused]);
    },
  );
});

describe('a list of links', () => {
  test(
    'is by pages, newest first, and by status',
    quotes({ 'Resources and their fields > Checkout link': '`status` | `draft`, `sent`' }),
    async () => {
      const made: Body[] = [];
      for (const publish of [true, false, true, false, false]) {
        scene.service.clock.advance(1);
        made.unshift(await scene.created({ ...mug, publish }));
      }
      const first = await scene.list('?limit=3');
      const second = await scene.list(`?limit=3&cursor=${first.nextCursor}`);
      expect([...first.data, ...second.data]).toEqual(made);
      expect(second).not.toHaveProperty('nextCursor');
      const drafts = await scene.list('?status=draft&limit=2');
      expect(drafts.data).toEqual([made[0], made[1]]);
      expect((await scene.list(`?status=draft&limit=2&cursor=${drafts.nextCursor}`)).data).toEqual([made[3]]);
      expect((await scene.list('?status=draft,sent')).data).toEqual(made);
    },
  );

  test.each(['?status=live', '?limit=0', '?limit=101', '?cursor=x', '?sort=asc'])('refuses %s', async (query) => {
    expectRefused(await scene.service.get(scene.path() + query, scene.of), 'VALIDATION_ERROR');
  });
});

describe('a draft that is deleted', () => {
  test(
    'is answered as it was, and gone',
    quotes({
      'Endpoints > Update a checkout link': '404 for an unknown link (`NOT_FOUND`).',
      'States and transitions > Checkout link': 'deletable',
    }),
    async () => {
      const link = await scene.created();
      expect(bodyOf(await scene.delete(link))).toEqual(link);
      for (const send of [scene.get, scene.delete, scene.publish, scene.pause]) {
        expectRefused(await send.call(scene, link), 'NOT_FOUND');
      }
      expectRefused(await scene.patch(link, {}), 'NOT_FOUND');
    },
  );
});

test('each change of a link is audited, with the link', async () => {
  const link = await scene.created();
  const later = () => scene.service.clock.advance(1);
  later();
  await scene.patch(link, { fromName: 'Mugs' });
  later();
  await scene.publish(link);
  later();
  await scene.pause(link);
  later();
  await scene.publish(link);
  later();
  const other = await scene.created();
  later();
  await scene.delete(other);
  const rows = await auditRows(scene.service, scene.of);
  expect(rows.map(({ action, resourceId, errorType }) => [action, resourceId, errorType])).toEqual([
    ['checkout_link.create', link.linkId, undefined],
    ['checkout_link.update', link.linkId, undefined],
    ['checkout_link.publish', link.linkId, undefined],
    ['checkout_link.pause', link.linkId, undefined],
    ['checkout_link.publish', undefined, 'BAD_REQUEST'],
    ['checkout_link.create', other.linkId, undefined],
    ['checkout_link.delete', other.linkId, undefined],
  ]);
});
