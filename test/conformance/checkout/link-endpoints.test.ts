import { describe, expect, test } from 'vitest';
import type { Link, Sluice } from '../../../client/src/index.ts';
import { unanswered } from '../../support/checkout/fake-acquirer.ts';
import { quotedByName } from '../../support/quotes.ts';
import { callerOf, faultsOf, liveCaller, processOf, refusalOf, send, withoutFaults } from '../support.ts';
import { dollars, mug, useCheckout } from './support.ts';

const scene = useCheckout();
const seller = () => scene.seller;
const path = (rest = '') => `/checkout/organizations/${seller().of.organizationId}/links${rest}`;
const lastRequest = () => seller().exchanges.at(-1)?.request;
const quarterMs = 15 * 60_000;
const items = [{ name: 'Lid', quantity: 1, unitAmount: '3.00' }];

/** Sends a call without an idempotency key. */
async function keyless(method: string, rest: string, body?: object) {
  return send(scene.http, seller().of, method, path(rest), { body });
}

describe('Endpoints > Create a checkout link', quotedByName, () => {
  test('`POST C/links`.', async () => {
    await seller().create();
    expect(lastRequest()).toBe('POST C/links');
  });

  test('`Idempotency-Key` required on an API key.', async () => {
    const { of } = seller();
    const answer = await keyless('POST', '', dollars);
    expect(answer).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
    const owner = await scene.http.service.member(of.organizationId, 'owner');
    const bySession = await scene.http.service.call('POST', path(), owner, { body: dollars });
    expect(bySession.status).toBe(201);
  });

  test('Body per Checkout link: either `productId` or `currency` + `items`; optional `successUrl`, `cancelUrl`, `clientReferenceId`, `metadata`, `methods`, `expiresAt`, `publish`.', async () => {
    const { sluice, create, inMs } = seller();
    const { productId } = await sluice.createProduct({ name: 'Cup', currency: 'EUR', unitAmount: '10.00' });
    expect(await sluice.createLink({ productId })).toMatchObject({ productId });
    const optional = {
      successUrl: 'https://example.com/thanks',
      cancelUrl: 'https://example.com/basket',
      clientReferenceId: 'order-1',
      metadata: { a: 1 },
      methods: [{ kind: 'card' as const }],
      expiresAt: inMs(1_000),
    };
    expect(await create({ ...optional, publish: true })).toMatchObject({ ...dollars, ...optional, status: 'sent' });
    expect(await faultsOf(sluice.createLink({}))).toEqual(['currency', 'items']);
  });

  test('201: the link. `status` is `sent` after a successful `publish: true`, else `draft` with `publishError` when publish was refused (for example a business not set up for cards, a currency the processor cannot price; `type` is `LINK_EXPIRED` when `expiresAt` already passed).', async () => {
    const { acquirer, create, inMs, of } = seller();
    expect((await create({ publish: true })).status).toBe('sent');
    const expired = await create({ publish: true, expiresAt: inMs(0) });
    expect(expired).toMatchObject({ status: 'draft', publishError: { type: 'LINK_EXPIRED' } });
    // The processor cannot price what it is asked for.
    acquirer.decide = ({ currency }) => (currency === 'ISK' ? 'refused' : 'done');
    const unpriced = await create({ currency: 'ISK', items: [{ ...mug, unitAmount: '1250' }], publish: true });
    expect(unpriced).toMatchObject({ status: 'draft', publishError: { status: 503, type: 'INTERNAL' } });
    const { rails } = acquirer;
    const cardless = await processOf(scene.http, withoutFaults, { rails: () => ({ ...rails(), acquirer: undefined }) });
    const unset = await callerOf(cardless, of).sluice.createLink({ ...dollars, publish: true });
    expect(unset).toMatchObject({ status: 'draft', publishError: { status: 503, type: 'INTERNAL' } });
  });

  test('500 `INTERNAL` when the card processor did not answer while minting the card page: the draft is kept; do not retry the create; list drafts (`GET /links?status=draft`), then publish or delete.', async () => {
    const { acquirer, sluice, create } = seller();
    acquirer.onTheWay = unanswered;
    for (const _ of [1, 2]) {
      expect(await refusalOf(create({ publish: true }))).toMatchObject({ status: 500, type: 'INTERNAL' });
    }
    acquirer.onTheWay = (go) => go();
    const { data } = await sluice.listLinks({ status: 'draft' });
    const [first, second] = [...data] as [Link, Link];
    scene.http.service.clock.advance(quarterMs);
    expect((await seller().publish(first)).status).toBe('sent');
    await seller().remove(second);
    expect((await sluice.listLinks({ status: 'draft' })).data).toEqual([]);
  });

  test('400: `VALIDATION_ERROR` (including unsupported `token`, `chain`, `currency`), `BAD_REQUEST` (both `productId` and `items`, archived product, unpriceable currency, bank rail without account), idempotency header errors.', async () => {
    const { sluice, create } = seller();
    const address = '0x52908400098527886e0f7030069857d2e4169ee7';
    const crypto = { kind: 'crypto', token: 'USDC', chain: 'base', address };
    for (const method of [
      { ...crypto, token: 'DAI' },
      { ...crypto, chain: 'solana' },
    ]) {
      const { type } = await refusalOf(create({ methods: [method as never] }));
      expect(type).toBe('VALIDATION_ERROR');
    }
    expect(await faultsOf(create({ currency: 'XXX' }))).toEqual(['currency']);
    const { productId } = await sluice.createProduct({ name: 'Cup', currency: 'EUR', unitAmount: '10.00' });
    await sluice.archiveProduct({ productId });
    for (const call of [
      () => sluice.createLink({ productId, items: [mug] }),
      () => sluice.createLink({ productId }),
      () => create({ currency: 'KPW' }),
      () => create({ methods: [{ kind: 'bank' }] }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 400, type: 'BAD_REQUEST' });
    }
    const malformed = await send(scene.http, seller().of, 'POST', path(), { body: dollars, idempotencyKey: 'a b' });
    expect(malformed).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_INVALID' } });
  });

  test('403 `FORBIDDEN` (foreign key, or business verification incomplete; `detail` says which). 404 `NOT_FOUND` (`productId` not in this organization). 409 idempotency conflicts.', async () => {
    const { of, sluice, create } = seller();
    const { organizationId } = await scene.http.service.organization();
    const foreign = callerOf(scene.http, { ...of, organizationId }).sluice;
    const denied = await refusalOf(foreign.createLink(dollars));
    expect(denied).toMatchObject({ status: 403, type: 'FORBIDDEN', message: expect.stringContaining('no access') });
    const live = await scene.http.service.organization('live');
    const owner = await scene.http.service.member(live.organizationId, 'owner');
    const unverified = await scene.http.service.post(
      path().replace(of.organizationId, live.organizationId),
      owner,
      dollars,
    );
    expect(unverified.body).toMatchObject({ type: 'FORBIDDEN', detail: expect.stringContaining('verification') });
    const theirs = await liveCaller(scene.http);
    const { productId } = await theirs.sluice.createProduct({ name: 'Cup', currency: 'EUR', unitAmount: '10.00' });
    expect(await refusalOf(sluice.createLink({ productId }))).toMatchObject({ status: 404, type: 'NOT_FOUND' });
    await sluice.createLink(dollars, { idempotencyKey: 'key' });
    const other = await refusalOf(sluice.createLink({ ...dollars, fromName: 'Mugs' }, { idempotencyKey: 'key' }));
    expect(other).toMatchObject({ status: 409, type: 'IDEMPOTENCY_KEY_CONFLICT' });
    await create();
  });
});

describe('Endpoints > Update a checkout link', quotedByName, () => {
  const update = (linkId: string, change: Omit<Parameters<Sluice['updateLink']>[0], 'linkId'>) =>
    seller().sluice.updateLink({ linkId, ...change });

  test('`PATCH C/links/{linkId}`.', async () => {
    const { linkId } = await seller().create();
    await update(linkId, { fromName: 'Mugs' });
    expect(lastRequest()).toBe(`PATCH C/links/${linkId}`);
  });

  test('`Idempotency-Key` required.', async () => {
    const { linkId } = await seller().create();
    const answer = await keyless('PATCH', `/${linkId}`, { fromName: 'Mugs' });
    expect(answer).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
  });

  test('Drafts only, except a body carrying only `expiresAt` (a date or `null`) is accepted on a `sent` link.', async () => {
    const { create, inMs } = seller();
    const draft = await create();
    expect(await update(draft.linkId, { fromName: 'Mugs', expiresAt: inMs(1) })).toMatchObject({ fromName: 'Mugs' });
    const { linkId } = await create({ publish: true });
    for (const expiresAt of [inMs(1_000), null]) {
      expect(await update(linkId, { expiresAt })).toMatchObject({ status: 'sent', expiresAt });
    }
  });

  test('Editing a published link is 400 `BAD_REQUEST`.', async () => {
    const { create, inMs } = seller();
    const { linkId } = await create({ publish: true });
    for (const change of [{ fromName: 'Mugs' }, { items }, { expiresAt: inMs(1_000), fromName: 'Mugs' }]) {
      expect(await refusalOf(update(linkId, change))).toMatchObject({ status: 400, type: 'BAD_REQUEST' });
    }
  });

  test('`metadata` replaced whole.', async () => {
    const { linkId } = await seller().create({ metadata: { a: 1, b: 2 } });
    expect((await update(linkId, { metadata: { b: 3 } })).metadata).toEqual({ b: 3 });
  });

  test('`taxRate` and `taxInclusive` are ignored (with 200) unless `items` is in the same request.', async () => {
    const link = await seller().create();
    const { linkId } = link;
    expect(await update(linkId, { taxRate: '10', taxInclusive: true })).toEqual(link);
    expect(seller().exchanges.at(-1)?.response.status).toBe(200);
    expect(await update(linkId, { items: [mug], taxRate: '10' })).toMatchObject({ total: '13.75', tax: '1.25' });
  });

  test('200: the link.', async () => {
    const { create } = seller();
    const { linkId } = await create();
    const link = await update(linkId, { fromName: 'Mugs' });
    expect(seller().exchanges.at(-1)?.response.status).toBe(200);
    expect(await seller().read({ linkId })).toEqual(link);
  });

  test('404 for an unknown link (`NOT_FOUND`).', async () => {
    expect(await refusalOf(update('lnk_1', { fromName: 'x' }))).toMatchObject({ status: 404, type: 'NOT_FOUND' });
  });

  test('409 `CONFLICT` (another change in flight).', async () => {
    const { create, publishInVain } = seller();
    const link = await create();
    await publishInVain(link);
    expect(await refusalOf(update(link.linkId, { items }))).toMatchObject({ status: 409, type: 'CONFLICT' });
  });
});

describe('Endpoints > Publish a checkout link', quotedByName, () => {
  test('`POST C/links/{linkId}/publish`.', async () => {
    const link = await seller().create();
    await seller().publish(link);
    expect(lastRequest()).toBe(`POST C/links/${link.linkId}/publish`);
  });

  test('`Idempotency-Key` required.', async () => {
    const { linkId } = await seller().create();
    const answer = await keyless('POST', `/${linkId}/publish`);
    expect(answer).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
  });

  test('200: live link, `status: sent`, with `shareUrl`.', async () => {
    const { create, exchanges } = seller();
    const link = await create();
    expect(await seller().publish(link)).toMatchObject({ status: 'sent', shareUrl: link.shareUrl });
    expect(exchanges.at(-1)?.response.status).toBe(200);
  });

  test("400 `LINK_EXPIRED` (draft's `expiresAt` passed; before any processor call) and other 400s.", async () => {
    const { acquirer, create, inMs } = seller();
    const expired = await create({ expiresAt: inMs(0) });
    expect(await refusalOf(seller().publish(expired))).toMatchObject({ status: 400, type: 'LINK_EXPIRED' });
    expect(acquirer.heard).toEqual([]);
    const paused = await seller().pause(await create({ publish: true }));
    expect(await refusalOf(seller().publish(paused))).toMatchObject({ status: 400, type: 'BAD_REQUEST' });
  });

  test('409 `CONFLICT` (another publish or edit in flight, or the draft was repriced after its card page was set up: delete it and create a new one).', async () => {
    const { acquirer, create, inMs, publishInVain, sluice } = seller();
    const busy = await create();
    await publishInVain(busy);
    expect(await refusalOf(seller().publish(busy))).toMatchObject({ status: 409, type: 'CONFLICT' });

    // Its deadline passes while its page is set up: so the draft is kept, with the page.
    const link = await create({ expiresAt: inMs(1_000) });
    acquirer.onTheWay = (go) => {
      scene.http.service.clock.advance(1_000);
      return go();
    };
    await refusalOf(seller().publish(link));
    acquirer.onTheWay = (go) => go();
    await sluice.updateLink({ linkId: link.linkId, expiresAt: null, items });
    expect(await refusalOf(seller().publish(link))).toMatchObject({ status: 409, type: 'CONFLICT' });
    await seller().remove(link);
    expect(await create({ items, publish: true })).toMatchObject({ status: 'sent', total: '3.00' });
  });

  test('500 `INTERNAL` (processor silent; card page may exist; an immediate retry answers 409 until the attempt clears).', async () => {
    const { acquirer, create } = seller();
    const link = await create();
    acquirer.onTheWay = unanswered;
    const publish = () => seller().publish(link, { idempotencyKey: 'key' });
    expect(await refusalOf(publish())).toMatchObject({ status: 500, type: 'INTERNAL' });
    acquirer.onTheWay = (go) => go();
    expect(await refusalOf(publish())).toMatchObject({ status: 409, type: 'CONFLICT' });
    scene.http.service.clock.advance(quarterMs);
    expect((await publish()).status).toBe('sent');
  });

  test('503 `INTERNAL` (card payments not set up on this environment, or the processor refused; the link is unchanged and stays publishable).', async () => {
    const { acquirer, create, of, sluice } = seller();
    const link = await create();
    const { rails } = acquirer;
    const cardless = await processOf(scene.http, withoutFaults, { rails: () => ({ ...rails(), acquirer: undefined }) });
    acquirer.decide = () => 'refused';
    for (const by of [callerOf(cardless, of).sluice, sluice]) {
      expect(await refusalOf(by.publishLink({ linkId: link.linkId }))).toMatchObject({ status: 503, type: 'INTERNAL' });
      expect(await seller().read(link)).toEqual(link);
    }
    acquirer.decide = () => 'done';
    expect((await seller().publish(link)).status).toBe('sent');
  });
});
