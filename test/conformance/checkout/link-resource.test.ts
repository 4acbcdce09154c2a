import { describe, expect, test } from 'vitest';
import { quotedByName } from '../../support/quotes.ts';
import { refusalOf } from '../support.ts';
import { dollars, mug, useCheckout } from './support.ts';

const scene = useCheckout();
const seller = () => scene.seller;

describe('Resources and their fields > Checkout link', quotedByName, () => {
  test('`productId` | product id; alternative to `currency` + `items` (sending both is a 400)', async () => {
    const { sluice } = seller();
    const { productId } = await sluice.createProduct({ name: 'Cup', currency: 'EUR', unitAmount: '10.00' });
    expect(await sluice.createLink({ productId })).toMatchObject({ productId, currency: 'EUR', total: '10.00' });
    const both = await refusalOf(sluice.createLink({ productId, ...dollars }));
    expect(both).toMatchObject({ status: 400, type: 'BAD_REQUEST' });
  });

  test('`currency`, `items` | inline pricing alternative', async () => {
    const items = [mug, { name: 'Lid', quantity: 2, unitAmount: '1.00' }];
    expect(await seller().create({ items })).toMatchObject({ currency: 'USD', items, total: '14.50' });
  });

  test('`taxRate`, `taxInclusive` | effective only in a request that also sends `items`', async () => {
    const { sluice, create } = seller();
    const link = await create({ taxRate: '10' });
    expect(link).toMatchObject({ total: '13.75', tax: '1.25', taxInclusive: false });
    const { linkId } = link;
    expect(await sluice.updateLink({ linkId, taxRate: '20', taxInclusive: true })).toEqual(link);
    const taxed = await sluice.updateLink({ linkId, items: [mug], taxRate: '25', taxInclusive: true });
    expect(taxed).toMatchObject({ total: '12.50', tax: '2.50', taxRate: '25', taxInclusive: true });
  });

  test('`successUrl`, `cancelUrl` | redirect URLs', async () => {
    const urls = { successUrl: 'https://example.com/thanks', cancelUrl: 'https://example.com/basket' };
    expect(await seller().create(urls)).toMatchObject(urls);
  });

  test('`clientReferenceId` | caller string', async () => {
    expect(await seller().create({ clientReferenceId: 'order-1' })).toMatchObject({ clientReferenceId: 'order-1' });
  });

  test('`metadata` | object; replaced whole on update', async () => {
    const { sluice, create } = seller();
    const { linkId, metadata } = await create({ metadata: { a: 1, b: 2 } });
    expect(metadata).toEqual({ a: 1, b: 2 });
    expect((await sluice.updateLink({ linkId, metadata: { c: 3 } })).metadata).toEqual({ c: 3 });
  });

  test("`fromName` | string; empty string falls back to the organization's name", async () => {
    const { sluice, create } = seller();
    const { linkId, fromName } = await create({ fromName: 'Mugs' });
    expect(fromName).toBe('Mugs');
    expect((await sluice.updateLink({ linkId, fromName: '' })).fromName).toBe('Example');
    expect((await create({ fromName: '' })).fromName).toBe('Example');
  });

  test('`methods` | array of `{ kind }`; omitted means `[{ kind: card }]`; `[]` makes a link nothing can pay; bank and crypto kinds need the account or address to pay into', async () => {
    const { create } = seller();
    expect((await create()).methods).toEqual([{ kind: 'card' }]);
    expect(await create({ methods: [], publish: true })).toMatchObject({ status: 'sent', methods: [] });
    for (const kind of ['bank', 'crypto'] as const) {
      expect(await refusalOf(create({ methods: [{ kind }] }))).toMatchObject({ status: 400, type: 'BAD_REQUEST' });
    }
  });

  test('`publish` | boolean on create; live on return when true', async () => {
    const { create } = seller();
    const statuses = [await create({ publish: true }), await create({ publish: false }), await create()];
    expect(statuses.map(({ status }) => status)).toEqual(['sent', 'draft', 'draft']);
  });

  test('`expiresAt` | deadline; `null` or omitted means it runs until paused', async () => {
    const { create, inMs } = seller();
    expect((await create({ expiresAt: inMs(1_000) })).expiresAt).toBe(inMs(1_000));
    expect([(await create()).expiresAt, (await create({ expiresAt: null })).expiresAt]).toEqual([null, null]);
  });

  test('`status` | `draft`, `sent`, `paused`, `expired`', async () => {
    const { sluice, create, inMs } = seller();
    await create();
    await create({ publish: true, expiresAt: inMs(1_000) });
    await create({ publish: true });
    await seller().pause(await create({ publish: true }));
    scene.http.service.clock.advance(1_000);
    const statuses = (await sluice.listLinks()).data.map(({ status }) => status);
    expect(statuses.sort()).toEqual(['draft', 'expired', 'paused', 'sent']);
  });

  test('`shareUrl` | page to send the buyer to; present on every link', async () => {
    const { create } = seller();
    const draft = await create();
    expect(draft.shareUrl).toMatch(/^https:\/\/pay\.example\.com\/p\/checkout\/./);
    expect(await seller().publish(draft)).toMatchObject({ shareUrl: draft.shareUrl });
    expect(await seller().pause(draft)).toMatchObject({ shareUrl: draft.shareUrl });
  });

  test('`publishError` | `{ status, type, message }`; set on a kept draft when publish was refused', async () => {
    const { create, inMs } = seller();
    const link = await create({ publish: true, expiresAt: inMs(0) });
    const publishError = { status: 400, type: 'LINK_EXPIRED', message: expect.any(String) };
    expect(link).toMatchObject({ status: 'draft', publishError });
    expect(await seller().read(link)).toMatchObject({ status: 'draft', publishError });
  });
});
