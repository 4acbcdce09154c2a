import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { withoutFaults } from '../../conformance/support.ts';
import { storedItems } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { bodyOf, readFeed, settle } from '../../support/journey.ts';
import { LinkScene } from './support.ts';

let scene: LinkScene;
beforeEach(async () => {
  scene = await LinkScene.start();
});
const whole = { available: '1000.00', held: '0.00' };

describe('a payout link', () => {
  test('is made, read, listed and claimed, and its address is in no other answer', async () => {
    const { url, ...link } = await scene.made({ reference: 'prize-7', note: 'First prize' });
    expect(link).toMatchObject({ status: 'open', held: { amount: '100.00', currency: 'USD' }, reference: 'prize-7' });
    expect(await scene.balance()).toEqual({ available: '900.00', held: '100.00' });
    expect(await scene.read(link.payoutLinkId)).toEqual(link);
    const listed = bodyOf(await scene.service.get(`${scene.path}?reference=prize-7&status=open`, scene.of));
    expect(listed).toMatchObject({ data: [link], completeUntil: expect.any(String) });
    expect(await scene.claim(url)).toMatchObject({ status: 303 });
    const claimed = await scene.read(link.payoutLinkId);
    expect(claimed).toMatchObject({ status: 'claimed', payoutId: expect.stringMatching(/^po_/) });
    const orders = `/payments/organizations/${scene.of.organizationId}/orders/${claimed.payoutId}`;
    expect(bodyOf(await scene.service.get(orders, scene.of))).toMatchObject({ payoutLinkId: link.payoutLinkId });
    expect(bodyOf(await scene.cancel(link.payoutLinkId), 409).detail).toContain(claimed.payoutId);
    const secret = url.split('.').at(-1);
    expect(JSON.stringify([await storedItems(scene.service), await readFeed(scene.service, scene.of)])).not.toContain(
      secret,
    );
    expect(await findingsOf(scene.service, scene.of)).toEqual([]);
  });

  test('is answered to its key again with its address, and made once', async () => {
    const options = { idempotencyKey: randomUUID() };
    const first = await scene.create({}, scene.of, options);
    const again = await scene.create({}, scene.of, options);
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } });
    const other = { ...scene.of, ...(await scene.service.key(scene.of.organizationId)) };
    expect((await scene.create({}, other, options)).body.type).toBe('IDEMPOTENCY_KEY_CONFLICT');
    expect(await scene.balance()).toEqual({ available: '900.00', held: '100.00' });
  });

  test('that is asked for twice at once is made once', async () => {
    const options = { idempotencyKey: randomUUID() };
    await Promise.all([scene.create({}, scene.of, options), scene.create({}, scene.of, options)]);
    expect(await scene.balance()).toEqual({ available: '900.00', held: '100.00' });
  });

  test('like another of the last minutes is refused, unless two are meant', async () => {
    const { payoutLinkId } = await scene.made();
    const twin = bodyOf(await scene.create(), 409);
    expect(twin).toMatchObject({ type: 'DUPLICATE_REQUEST_DETECTED', originalPayoutLinkId: payoutLinkId });
    bodyOf(await scene.create({}, scene.of, { headers: { 'x-allow-duplicate': 'true' } }), 201);
  });

  test('needs an idempotency key', async () => {
    const answer = await scene.service.call('POST', scene.path, scene.of, {
      body: { amount: '1.00', currency: 'USD' },
    });
    expect(answer.body.type).toBe('IDEMPOTENCY_KEY_REQUIRED');
  });

  test('is canceled once, and a cancel of an ended one changes nothing', async () => {
    const { payoutLinkId, url } = await scene.made();
    const canceled = bodyOf(await scene.cancel(payoutLinkId));
    expect(canceled).toMatchObject({ status: 'canceled', canceledBecause: 'canceled' });
    expect(bodyOf(await scene.cancel(payoutLinkId))).toEqual(canceled);
    expect(await scene.balance()).toEqual(whole);
    expect(await scene.opens(url)).toBe(404);
  });

  test.each([
    ['a leg that cannot be known before', { amountLeg: 'source_net' }, 'VALIDATION_ERROR'],
    ['a long note', { note: 'x'.repeat(141) }, 'VALIDATION_ERROR'],
    ['a note of two lines', { note: 'a\nb' }, 'VALIDATION_ERROR'],
    ['a note that changes its direction', { note: 'a\u202eb' }, 'VALIDATION_ERROR'],
    ['an address to return to without TLS', { returnUrl: 'http://example.com' }, 'VALIDATION_ERROR'],
    ['a hundred and one countries', { countries: Array(101).fill('DE') }, 'VALIDATION_ERROR'],
    ['no country', { countries: [] }, 'VALIDATION_ERROR'],
    ['an address of 255 characters', { payeeEmail: `ada@${'a.'.repeat(125)}b` }, 'VALIDATION_ERROR'],
    ['an end within the hour', { expiresAt: '2020-01-01T00:00:00Z' }, 'VALIDATION_ERROR'],
    ['an unknown field', { wallet: 'x' }, 'VALIDATION_ERROR'],
    ['no amount', { amount: '0.00' }, 'BAD_REQUEST'],
    ['a currency that is not the balance’s', { currency: 'EUR' }, 'BAD_REQUEST'],
    ['a currency that nobody is paid', { currency: 'CHF', amountLeg: 'destination' }, 'BAD_REQUEST'],
    ['a country that nobody is paid in', { countries: ['DE', 'KP'] }, 'BAD_REQUEST'],
    ['more than the balance', { amount: '1000.01' }, 'INSUFFICIENT_BALANCE'],
  ])('with %s is refused, and holds nothing', async (_what, body, type) => {
    expect((await scene.create(body)).body.type).toBe(type);
    expect(await scene.balance()).toEqual(whole);
  });

  test('is made by no process without a host for pages, and holds nothing', async () => {
    const { payoutLinkId } = await scene.made();
    const process = scene.service.process(withoutFaults, { pagesUrl: undefined, rails: scene.service.runtime.rails });
    for (const rest of ['', `/${payoutLinkId}/token`]) {
      const answer = await process.post(
        scene.path + rest,
        scene.of,
        rest === '' ? { amount: '7.00', currency: 'USD' } : undefined,
      );
      expect(answer, rest).toMatchObject({ status: 503, body: { type: 'PAYOUT_LINKS_UNAVAILABLE' } });
    }
    expect(await scene.balance()).toEqual({ available: '900.00', held: '100.00' });
  });
});

describe('a person', () => {
  test.each(['owner', 'admin', 'operator'] as const)('who is %s makes, renews and cancels links', async (role) => {
    const person = await scene.service.member(scene.of.organizationId, role);
    const { payoutLinkId } = await scene.made({}, person);
    bodyOf(await scene.renew(payoutLinkId, person));
    bodyOf(await scene.cancel(payoutLinkId, person));
  });

  test('who is a viewer reads them, and no more', async () => {
    const viewer = await scene.service.member(scene.of.organizationId, 'viewer');
    const { payoutLinkId } = await scene.made();
    bodyOf(await scene.service.get(`${scene.path}/${payoutLinkId}`, viewer));
    for (const answer of [
      await scene.create({}, viewer),
      await scene.renew(payoutLinkId, viewer),
      await scene.cancel(payoutLinkId, viewer),
    ])
      expect(answer).toMatchObject({ status: 403, body: { type: 'FORBIDDEN' } });
  });

  test('sends no money in a live organization: a key does', async () => {
    scene.of = await scene.live();
    const { payoutLinkId } = await scene.made();
    const owner = await scene.service.member(scene.of.organizationId, 'owner');
    bodyOf(await scene.service.get(`${scene.path}/${payoutLinkId}`, owner));
    for (const answer of [
      await scene.create({}, owner),
      await scene.renew(payoutLinkId, owner),
      await scene.cancel(payoutLinkId, owner),
    ])
      expect(answer).toMatchObject({ status: 403, body: { type: 'FORBIDDEN' } });
    expect((await scene.read(payoutLinkId)).status).toBe('open');
  });

  test('who may not make links any more loses those that are open', async () => {
    const { organizationId } = scene.of;
    const [owner, operator] = [
      await scene.service.member(organizationId, 'owner'),
      await scene.service.member(organizationId, 'operator'),
    ];
    const { payoutLinkId, url } = await scene.made({}, operator);
    const kept = await scene.made({ amount: '50.00' });
    const member = `/organizations/${organizationId}/members/${operator.userId}`;
    bodyOf(await scene.service.call('PATCH', member, owner, { body: { role: 'admin' } }));
    await settle(scene.service);
    expect((await scene.read(payoutLinkId)).status).toBe('open');
    bodyOf(await scene.service.call('PATCH', member, owner, { body: { role: 'viewer' } }));
    expect((await scene.claim(url)).status).toBe(400);
    await settle(scene.service);
    expect(await scene.read(payoutLinkId)).toMatchObject({ status: 'canceled', canceledBecause: 'creator_removed' });
    expect((await scene.read(kept.payoutLinkId)).status).toBe('open');
    expect(await scene.balance()).toEqual({ available: '950.00', held: '50.00' });
    expect(await findingsOf(scene.service, scene.of)).toEqual([]);
  });
});
