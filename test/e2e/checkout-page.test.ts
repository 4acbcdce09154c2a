import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBrowser } from '../../scripts/support/browser.ts';
import type { Link } from '../../shared/checkout/links/link.ts';
import { textsOf } from '../../shared/checkout/page/texts.ts';
import { languages } from '../../shared/pages/language.ts';
import { everyPage } from '../shared/checkout/page/views.ts';
import { expectAccessible, goBack, press } from '../support/checkout/browser.ts';
import { paymentsOn } from '../support/checkout/buyer.ts';
import { addCryptoLink, letPass } from '../support/checkout/crypto-links.ts';
import { addLink } from '../support/checkout/links.ts';
import { type HttpService, serveOverHttp } from '../support/http-service.ts';
import { TestService } from '../support/service.ts';

const phone = { width: 320, height: 640 };
const screenshots = join(import.meta.dirname, '..', '..', 'dist', 'screenshots');

let service: TestService;
let http: HttpService;
let browser: Browser;
let origin: string;
let path: string;
let link: Link;
/** Beside it, one that is paid by crypto too. */
let crypto: { readonly path: string; readonly link: Link };
/** A site of its own, to which buyers are led back. */
let merchant: Server;
let shop: string;
/** What the pages of a test have asked for beyond themselves, and what their policy has forbidden. */
let foreign: string[];

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  // Only that it is http decides anything here: the browser knows the rest.
  service = await TestService.start({ pagesUrl: 'http://127.0.0.1', rateLimitOverride: 1_000_000 });
  service.clock.now = Date.now();
  [http, browser] = await Promise.all([serveOverHttp(service), startBrowser()]);
  origin = new URL(http.baseUrl).origin;
  merchant = createServer((_request, response) => response.end('thank you')).listen(0, 'localhost');
  await once(merchant, 'listening');
  shop = `http://localhost:${(merchant.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser?.close();
  await http?.stop();
  merchant?.close();
});

beforeEach(async () => {
  foreign = [];
  const organization = await service.organization();
  const items = [{ name: 'Oak chair', description: 'Made by hand, oiled', quantity: 3, unitAmount: 500n }];
  const urls = { successUrl: `${shop}/thanks?order=7`, cancelUrl: `${shop}/cart` };
  ({ path, link } = await addLink(service.runtime, organization, { items, ...urls }));
  crypto = await addCryptoLink(service.runtime, organization, { items, ...urls });
});

afterEach(() => {
  // Browsers ask for an icon of their own accord.
  expect(foreign.filter((what) => !what.endsWith('/favicon.ico'))).toEqual([]);
});

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, locale: 'en-US', ...options });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) foreign.push(message.text());
  });
  page.on('request', (request) => {
    if (request.resourceType() !== 'document') foreign.push(request.url());
  });
  return page;
}

const titleOf = (page: Page) => page.locator('h1').innerText();

async function reach(page: Page, wanted: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.startsWith(wanted), { timeout: 20_000 });
}

describe.each([true, false])('a buyer in a browser, with scripts: %s', (javaScriptEnabled) => {
  test('pays by card with the keyboard alone, and is led to the merchant', async () => {
    const page = await newPage({ javaScriptEnabled });
    await page.goto(origin + path);
    expect(await titleOf(page)).toBe('Payment to Example');
    await press(page, 'Pay $15.00 by card');
    await reach(page, '/p/sandbox-card/');
    await page.keyboard.press('Tab');
    await press(page, 'Pay $15.00');
    await reach(page, '/thanks');
    const [payment] = await paymentsOn(service, link);
    expect(new URL(page.url()).searchParams.get('payment_id')).toBe(payment?.paymentId);
    expect(payment).toMatchObject({ status: 'paid' });
    await page.context().close();
  });
});

describe.each([true, false])('a buyer with a wallet, with scripts: %s', (javaScriptEnabled) => {
  test('pays by crypto with the keyboard alone, and is led to the merchant', async () => {
    const page = await newPage({ javaScriptEnabled });
    await page.goto(origin + crypto.path);
    await press(page, 'Crypto');
    await press(page, 'Show address and amount');
    await reach(page, `${crypto.path}/crypto`);
    const asked = await amountOn(page);
    expect(await titleOf(page)).toBe(`Send ${asked} to Example`);
    expect(await page.getByText(/^Send it by .* UTC\.$/).isVisible()).toBe(true);
    expect(await page.getByRole('timer').isVisible()).toBe(javaScriptEnabled);
    expect(await page.locator('button[data-copy]').count()).toBe(2);
    await press(page, 'Send a test transfer');
    await reach(page, `${crypto.path}/test-transfer`);
    await page.getByText('It is final in about 10 seconds.').waitFor();
    await press(page, 'I have sent it');
    await page.getByText('Your transfer has not been seen yet.').waitFor();
    expect(await amountOn(page)).toBe(asked);
    await letPass(service, 30_000);
    await press(page, 'I have sent it');
    await reach(page, '/thanks');
    const [payment] = await paymentsOn(service, crypto.link);
    expect(payment).toMatchObject({ status: 'paid', method: { kind: 'crypto' } });
    expect(new URL(page.url()).searchParams.get('payment_id')).toBe(payment?.paymentId);
    await page.context().close();
  });
});

const amountOn = (page: Page) => page.locator('dd code').first().innerText();

test('a double click, a reload and a second tab show one amount', async () => {
  const page = await newPage();
  await page.goto(`${origin}${crypto.path}?method=crypto`);
  await page.locator('button.main').dblclick();
  await reach(page, `${crypto.path}/crypto`);
  const amount = await amountOn(page);
  await page.reload();
  expect(await amountOn(page)).toBe(amount);
  const second = await page.context().newPage();
  await second.goto(`${origin}${crypto.path}?method=crypto`);
  await second.locator('button.main').click();
  await reach(second, `${crypto.path}/crypto`);
  expect(await amountOn(second)).toBe(amount);
  expect(await paymentsOn(service, crypto.link)).toHaveLength(1);
  await page.context().close();
});

test('a new visit after paying begins a new payment; pages from before still show the one that was paid', async () => {
  const page = await newPage();
  const show = async (tab: Page) => {
    await tab.goto(`${origin}${crypto.path}?method=crypto`);
    await tab.locator('button.main').dblclick();
    await reach(tab, `${crypto.path}/crypto`);
    return amountOn(tab);
  };
  const first = await show(page);
  await page.getByRole('button', { name: 'Send a test transfer' }).click();
  await reach(page, `${crypto.path}/test-transfer`);
  await letPass(service, 30_000);
  const [paid] = await paymentsOn(service, crypto.link);
  const visit = await page.context().newPage();
  // The clock of a service under test stands still, and a person takes a moment.
  service.clock.advance(1_000);
  expect(await show(visit)).not.toBe(first);
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await reach(page, '/thanks');
  expect(new URL(page.url()).searchParams.get('payment_id')).toBe(paid?.paymentId);
  expect(await paymentsOn(service, crypto.link)).toHaveLength(2);
  await page.context().close();
});

test('a browser that has paid sees so; other browsers, and those without cookies, read only that somebody has begun', async () => {
  const once = await addLink(service.runtime, { organizationId: link.organizationId }, { maxPayments: 1 });
  const [page, other, plain] = await Promise.all([newPage(), newPage(), newPage({ javaScriptEnabled: false })]);
  await plain.route('**/*', (route) => route.continue({ headers: { ...route.request().headers(), cookie: '' } }));
  await page.goto(origin + once.path);
  await page.getByRole('button', { name: /Pay .* by card/ }).click();
  await reach(page, '/p/sandbox-card/');
  for (const somebody of [other, plain]) {
    await somebody.goto(origin + once.path);
    expect(await titleOf(somebody)).toBe('Someone has started to pay');
    expect(await somebody.getByText(/perhaps you, .* until .* UTC to finish/).isVisible()).toBe(true);
    expect(await somebody.getByRole('button').count()).toBe(0);
  }
  await expectAccessible(other, 'a link that is taken');
  await page.getByRole('button', { name: 'Pay $15.00' }).click();
  await page.getByText('Payment received').waitFor();
  await page.goto(origin + once.path);
  expect(await titleOf(page)).toBe('Paid from this browser');
  expect(await page.getByText(/\$15\.00 was paid on/).isVisible()).toBe(true);
  await expectAccessible(page, 'a link that this browser has paid');
  await plain.goto(origin + once.path);
  expect(await titleOf(plain)).toBe('This payment link is used up');
  await Promise.all([page, other, plain].map((one) => one.context().close()));
});

test('the address of a buyer’s language is shown in it, on a phone', async () => {
  for (const language of languages) {
    const page = await newPage({ locale: language });
    await page.goto(`${origin}${crypto.path}?method=crypto`);
    expect(await page.getByText('USDC').innerText()).toContain('Base');
    await page.locator('button.main').click();
    await reach(page, `${crypto.path}/crypto`);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await page.locator('button.main').innerText()).toBe(textsOf[language].cryptoSent);
    await page.screenshot({ path: join(screenshots, `${language}-light-cryptoServed.png`), fullPage: true });
    await expectAccessible(page, `${language} address`);
    await page.context().close();
  }
});

test('a double click, a second tab and going back charge once', async () => {
  const page = await newPage();
  await page.goto(origin + path);
  await page.locator('button.main').dblclick();
  await reach(page, '/p/sandbox-card/');
  const second = await page.context().newPage();
  await second.goto(origin + path);
  await second.locator('button.main').click();
  await reach(second, '/p/sandbox-card/');
  expect(second.url()).toBe(page.url());
  await page.locator('button.main').dblclick();
  await reach(page, '/thanks');
  await second.locator('button.main').click();
  await reach(second, '/thanks');
  await goBack(page);
  expect(await paymentsOn(service, link)).toHaveLength(1);
  await page.context().close();
});

test('a buyer who cancels is led back to the merchant, and has paid nothing', async () => {
  const page = await newPage();
  await page.goto(origin + path);
  await page.locator('button.main').click();
  await reach(page, '/p/sandbox-card/');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await reach(page, '/cart');
  expect(await paymentsOn(service, link)).toEqual([]);
  await page.context().close();
});

test('each language of a browser is the language of its page', async () => {
  for (const locale of ['de-DE', 'es-MX', 'fr-FR', 'pt-BR', 'en-GB']) {
    const page = await newPage({ locale });
    await page.goto(origin + path);
    const language = await page.locator('html').getAttribute('lang');
    expect(locale.startsWith(language ?? 'none')).toBe(true);
    await page.getByRole('link', { name: textsOf.es.languageName }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    await page.context().close();
  }
});

/** The colours are those of all languages. */
const looks = [...languages.map((language) => [language, 'light'] as const), ['en', 'dark'] as const];

describe.each(looks)('the pages in %s, %s', (language, colorScheme) => {
  test('are accessible on a phone of 320 pixels', async () => {
    const page = await newPage({ colorScheme });
    for (const [name, html] of Object.entries(everyPage(language))) {
      // Without what would lead away while it is looked at.
      await page.setContent(html.replace(/<meta http-equiv="refresh"[^>]*>/, ''));
      await page.screenshot({ path: join(screenshots, `${language}-${colorScheme}-${name}.png`), fullPage: true });
      await expectAccessible(page, `${language} ${name} ${colorScheme}`);
    }
    await page.context().close();
  });
});

test('what the pages do by script is done: copying, and counting down; without scripts nothing is missed', async () => {
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(origin + path);
  const { address = '' } = everyPage('en');
  await page.route(`${origin}/p/shown`, (route) => route.fulfill({ contentType: 'text/html', body: address }));
  await page.goto(`${origin}/p/shown`);
  expect(await page.locator('[role=timer] span').innerText()).toMatch(/^1:[23]\d$/);
  await page.locator('button[data-copy]').first().click();
  await page.locator('#copied', { hasText: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('10.004213');
  await page.context().close();
  const still = await newPage({ javaScriptEnabled: false });
  await still.setContent(address);
  expect(await still.locator('button[data-copy]').first().isVisible()).toBe(false);
  expect(await still.getByText('Send it by').isVisible()).toBe(true);
  await still.context().close();
});

test('when the time of an amount is over, its page says so and leads back; a wrong clock changes nothing', async () => {
  const page = await newPage();
  const shown = (everyPage('en').address ?? '').replace(/data-left="\d+"/, 'data-left="2000"');
  await page.route(`${origin}/p/shown`, (route) => route.fulfill({ contentType: 'text/html', body: shown }));
  await page.clock.install({ time: new Date('2040-01-01') });
  await page.goto(`${origin}/p/shown`);
  expect(await page.getByText('Exact amount', { exact: true }).isVisible()).toBe(true);
  expect(await page.locator('[data-ended]').isVisible()).toBe(false);
  await page.clock.runFor(2_500);
  expect(await titleOf(page)).toBe('This amount is no longer valid');
  expect(await page.getByText('Exact amount', { exact: true }).isVisible()).toBe(false);
  expect(await page.getByRole('img').isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Send a test transfer' }).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'I have sent it' }).isVisible()).toBe(true);
  await page.screenshot({ path: join(screenshots, 'en-light-addressEnded.png'), fullPage: true });
  await expectAccessible(page, 'an amount that has ended');
  const back = await page.getByRole('link', { name: 'Back to the payment' }).getAttribute('href');
  expect(back).toContain('/p/checkout/org.lnk_1.0?lang=en');
  await page.context().close();
});
