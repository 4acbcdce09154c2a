import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Link, LinkEntity } from '../../../shared/checkout/links/link.ts';
import { content } from '../../../shared/pages/sources.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { addLink } from '../../support/checkout/links.ts';
import { serveOverHttp } from '../../support/http-service.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let organization: { organizationId: string };

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  organization = await service.organization();
});

const open = (path: string, headers: Readonly<Record<string, string>> = {}) => service.send('GET', path, '', headers);
const openNew = async (changes: Partial<Link>) => open((await addLink(service.runtime, organization, changes)).path);

describe('the page of a link that can be paid', () => {
  test('shows what is paid, to whom and how, without anything from elsewhere', async () => {
    const answer = await openNew({
      fromName: 'Oak & Sons',
      items: [{ name: '<b>Chair', quantity: 3, unitAmount: 500n }],
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<h1>Payment to Oak &amp; Sons</h1>');
    for (const part of ['&lt;b&gt;Chair', '3 × $5.00', '$15.00', 'Pay $15.00 by card', 'Test mode']) {
      expect(answer.text).toContain(part);
    }
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; style-src ${content['style-src']}; script-src ${content['script-src']}`,
    );
    expect(answer.headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });
  });

  test(
    'leads back to the page of the merchant where buyers cancel, if there is one',
    quotes({ 'Resources and their fields > Checkout link': '`cancelUrl` | redirect URLs' }),
    async () => {
      const { text } = await openNew({ cancelUrl: 'https://shop.example/cart?a=1&b=2' });
      expect(text).toContain('<a href="https://shop.example/cart?a=1&amp;b=2" rel="noreferrer">Back to Example</a>');
      expect((await openNew({})).text).not.toContain('Back to');
    },
  );

  test('has the name of the organization where the link has none', async () => {
    expect((await openNew({ fromName: '' })).text).toContain('Payment to Example');
    expect((await openNew({})).text).toContain('Payment to Example');
  });

  test('speaks the language that the browser prefers, or the one that its address asks for', async () => {
    const { path } = await addLink(service.runtime, organization);
    expect((await open(path, { 'accept-language': 'de-AT, en;q=0.5' })).text).toContain('Zahlung an Example');
    expect((await open(`${path}?lang=fr`, { 'accept-language': 'de' })).text).toContain('Paiement à Example');
    const odd = await open(`${path}?lang=${'x'.repeat(500)}&method=cash&utm_source=mail`);
    expect(odd).toMatchObject({ status: 200, text: expect.stringContaining('<html lang="en">') });
  });

  test('names each browser by a cookie, once', async () => {
    const { path } = await addLink(service.runtime, organization);
    const http = await serveOverHttp(service);
    const address = new URL(http.baseUrl).origin + path;
    const [set = ''] = (await fetch(address)).headers.getSetCookie();
    expect(set).toMatch(/^__Host-buyer=[0-9a-f]{32}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
    const [cookie = ''] = set.split(';');
    expect((await fetch(address, { headers: { cookie } })).headers.getSetCookie()).toEqual([]);
    await http.stop();
  });

  test('costs one read of the table', async () => {
    const { path } = await addLink(service.runtime, organization);
    const calls: string[] = [];
    const watched = service.process((call, send) => {
      calls.push(call.name);
      return send();
    });
    expect(await watched.send('GET', path, '', {})).toMatchObject({ status: 200 });
    expect(calls).toEqual(['BatchGet']);
  });
});

describe('the page of a link that cannot be paid says why', () => {
  test.each<[string, Partial<Link>, number, string]>([
    ['paused', { status: 'paused' }, 410, 'This payment link has been paused'],
    ['paused before its deadline passed', { status: 'paused', expiresAt: 1 }, 410, 'has been paused'],
    ['expired', { expiresAt: 1 }, 410, 'This payment link has expired'],
    ['of no places left', { maxPayments: 2, placesTaken: 2 }, 409, 'This payment link is used up'],
    ['of no method', { methods: [] }, 200, 'offers no payment method for it'],
  ])('%s', async (_what, changes, status, sentence) => {
    const answer = await openNew(changes);
    expect(answer).toMatchObject({ status, text: expect.stringContaining(sentence) });
    expect(answer.text).not.toContain('<form');
  });

  test('to the millisecond of its deadline, whoever has seen it pass', async () => {
    const expiresAt = service.clock.now + 60_000;
    const { path } = await addLink(service.runtime, organization, { expiresAt });
    service.clock.now = expiresAt - 1;
    expect(await open(path)).toMatchObject({ status: 200, text: expect.stringContaining('You can pay until') });
    service.clock.now = expiresAt;
    expect(await open(path)).toMatchObject({ status: 410, text: expect.stringContaining('It could be paid until') });
  });

  test('a draft has none: it answers as what does not exist', async () => {
    const draft = await openNew({ status: 'draft' });
    expect(draft).toMatchObject({ status: 404, text: expect.stringContaining('This page does not exist') });
  });

  test('a suspended organization is told nothing of, not even by name', async () => {
    const { path } = await addLink(service.runtime, organization, { fromName: 'Oak & Sons' });
    await suspend(service.runtime, organization.organizationId);
    const answer = await open(path);
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('This page is unavailable') });
    for (const secret of ['Oak', 'Example', 'chair', '15.00', '<form']) expect(answer.text).not.toContain(secret);
  });

  describe.each(['card', 'bank', 'crypto'])('and cannot be paid by %s, which it does not offer either,', (method) => {
    const press = async (changes: Partial<Link>) => {
      const { path } = await addLink(service.runtime, organization, { methods: [], fromName: 'Oak', ...changes });
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      return service.send('POST', `${path}/${method}`, `view=${'0'.repeat(32)}`, form);
    };

    test('says that it has ended before it says how it is paid', async () => {
      expect(await press({ status: 'paused' })).toMatchObject({ status: 410, text: expect.stringContaining('paused') });
      expect(await press({ expiresAt: 1 })).toMatchObject({ status: 410, text: expect.stringContaining('expired') });
      expect(await press({})).toMatchObject({ status: 200, text: expect.stringContaining('cannot be paid') });
    });

    test('tells nothing of a suspended organization', async () => {
      await suspend(service.runtime, organization.organizationId);
      for (const changes of [{}, { status: 'paused' }, { expiresAt: 1 }] as const) {
        const answer = await press(changes);
        expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('This page is unavailable') });
        for (const secret of ['Oak', 'Example', 'paused', 'expired']) expect(answer.text).not.toContain(secret);
      }
    });
  });

  test('in a state of a later release, nothing is shown', async () => {
    const { link, path } = await addLink(service.runtime, organization);
    await service.runtime.store.put(LinkEntity, { ...link, version: 2, status: 'frozen' as never });
    expect(await open(path)).toMatchObject({ status: 500 });
  });
});
