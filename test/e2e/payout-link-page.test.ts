import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreatePayoutLink, Payout } from '../../client/src/index.ts';
import { startBrowser } from '../../scripts/support/browser.ts';
import { languages } from '../../shared/pages/language.ts';
import { textsOf } from '../../shared/payouts/page/texts.ts';
import { expectAccessible, goBack, press } from '../support/checkout/browser.ts';
import { type HttpService, serveOverHttp } from '../support/http-service.ts';
import { fundedOrganization, type TestOrganization } from '../support/journey.ts';
import { sent } from '../support/sent.ts';
import { TestService } from '../support/service.ts';

const phone = { width: 320, height: 640 };
const iban = 'DE89 3704 0044 0532 0130 00';
/** Texts that would do harm where a page took them for its own. */
const hostile = ['<script>document.title="taken"</script>', '"><img src=x onerror=alert(1)>', "'--&amp;{{7*7}}"];

let service: TestService;
let http: HttpService;
let browser: Browser;
let origin: string;
let of: TestOrganization;
/** What the pages of a test have asked for beyond themselves, and what their policy has forbidden. */
let foreign: string[];

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'http://127.0.0.1', rateLimitOverride: 1_000_000 });
  service.clock.now = Date.now();
  [http, browser] = await Promise.all([serveOverHttp(service), startBrowser()]);
  origin = new URL(http.baseUrl).origin;
});

afterAll(async () => {
  await browser?.close();
  await http?.stop();
});

beforeEach(async () => {
  foreign = [];
  of = await fundedOrganization(service);
});

afterEach(async () => {
  // Browsers ask for an icon of their own accord.
  expect(foreign.filter((what) => !what.endsWith('/favicon.ico'))).toEqual([]);
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, locale: 'en-US', ...options });
  const page = await context.newPage();
  watch(page);
  return page;
}

/** Another tab of the same browser. */
async function newTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  watch(tab);
  return tab;
}

function watch(page: Page): void {
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) foreign.push(message.text());
  });
  page.on('request', (request) => {
    if (request.resourceType() !== 'document') foreign.push(request.url());
  });
}

/** Makes a link and returns the address of its page. */
async function linkOf(change: Partial<CreatePayoutLink> = {}): Promise<string> {
  const { url } = await sent(http.client(of).createPayoutLink({ amount: '100.00', currency: 'USD', ...change }));
  return origin + new URL(url ?? '').pathname;
}

const payouts = async (): Promise<readonly Payout[]> => (await http.client(of).listOrders()).data;
const titleOf = (page: Page) => page.locator('h1').innerText();

/** Opens the form of an account in Germany, and fills it in. */
async function fill(page: Page, address: string, name = 'Grace Hopper'): Promise<void> {
  await page.goto(`${address}?country=DE`);
  await page.locator('input[value=individual]').check();
  await page.locator('input[name=name]').fill(name);
  await page.locator('[name="account.iban"]').fill(iban);
}

/** From the form to the price. */
async function price(page: Page, address: string, name?: string): Promise<void> {
  await fill(page, address, name);
  await page.locator('button.main').click();
  await page.waitForURL(/\/price/);
}

const confirm = (page: Page) => page.locator('[data-open] button.main');

describe.each([true, false])('a payee in a browser, with scripts: %s', (javaScriptEnabled) => {
  /** What checks a page is a script, and waits. */
  const look = async (page: Page, what: string) => {
    if (javaScriptEnabled) await expectAccessible(page, what);
  };

  test('claims with the keyboard alone, and sees the payout at the same address', async () => {
    const address = await linkOf({ note: 'First prize' });
    const page = await newPage({ javaScriptEnabled });
    await page.goto(address);
    await look(page, 'the choice of a country');
    await page.locator('[name=country]').selectOption('DE');
    await press(page, 'Continue');
    await page.waitForURL(/country=DE/);
    expect(await titleOf(page)).toBe('Where should the money go?');
    await page.locator('input[value=individual]').focus();
    await page.keyboard.press('Space');
    await page.locator('input[name=name]').focus();
    await page.keyboard.type('Grace Hopper');
    await page.locator('[name="account.iban"]').focus();
    await page.keyboard.type(iban);
    await look(page, 'the form');
    await press(page, 'Continue');
    await page.waitForURL(/\/price/);
    expect(await titleOf(page)).toBe('Please check and confirm');
    expect(await page.getByRole('timer').isVisible()).toBe(javaScriptEnabled);
    await look(page, 'the price');
    await press(page, (await confirm(page).innerText()).trim());
    await page.getByText('is on its way to you').first().waitFor();
    expect(page.url()).toBe(address);
    await look(page, 'the payout');
    expect(await page.content()).not.toContain('0532');
    expect(await payouts()).toMatchObject([{ sourceAmount: '100.00', destinationCurrency: 'EUR' }]);
  });

  test('who mistypes reads every fault beside its field, and types nothing twice', async () => {
    const page = await newPage({ javaScriptEnabled });
    await fill(page, await linkOf(), 'Grace Hopper');
    await page.locator('[name="account.iban"]').fill('DE89 3704 0044 0532 0130 01');
    await page.locator('button.main').click();
    await page.getByText('Please check the marked fields.').waitFor();
    const field = page.locator('[name="account.iban"]');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('input[name=name]').inputValue()).toBe('Grace Hopper');
    await look(page, 'the form with a fault');
    expect(await payouts()).toEqual([]);
  });
});

test.each(languages)('the page is whole in %s on a phone, and says that nothing is paid', async (language) => {
  const texts = textsOf[language];
  const page = await newPage({ locale: language });
  await page.goto(`${await linkOf()}?country=DE`);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect(await titleOf(page)).toBe(texts.detailsTitle);
  await expectAccessible(page, `${language} form`);
  await price(page, page.url().split('?')[0] ?? '');
  expect(await titleOf(page)).toBe(texts.priceTitle);
  await expectAccessible(page, `${language} price`);
  await confirm(page).click();
  await page.getByText(texts.lookAgain).first().waitFor();
  await expectAccessible(page, `${language} payout`);
});

test.each(hostile)('the text %s in note, name and every field stays a text', async (text) => {
  const page = await newPage();
  const address = await linkOf({ note: text });
  await page.goto(address);
  expect(await page.locator('body').innerText()).toContain(text);
  await fill(page, address, text);
  await page.locator('[name="account.iban"]').fill(text);
  await page.locator('button.main').click();
  await page.getByText('Please check the marked fields.').waitFor();
  expect(await page.locator('[name="account.iban"]').inputValue()).toBe(text);
  expect(await page.title()).not.toBe('taken');
  expect(await page.locator('img').count()).toBe(0);
  await expectAccessible(page, text);
});

test('a double click, a second tab, a reload and going back pay once', async () => {
  const address = await linkOf();
  const page = await newPage();
  await price(page, address);
  const second = await newTab(page);
  await price(second, address);
  await confirm(page).dblclick();
  await page.getByText('is on its way to you').first().waitFor();
  await confirm(second).click();
  await second.getByText('You have already confirmed this. It is paid once.').waitFor();
  await page.reload();
  await page.getByText('is on its way to you').first().waitFor();
  await goBack(page);
  if (await confirm(page).count()) await confirm(page).click();
  await page.goto(address);
  await page.getByText('is on its way to you').first().waitFor();
  expect(await payouts()).toHaveLength(1);
});

test('of two browsers at the price, one claims, and the other reads nothing of it', async () => {
  const address = await linkOf();
  const [first, second] = [await newPage(), await newPage()];
  await price(first, address, 'Grace Hopper');
  await price(second, address, 'Alan Turing');
  await Promise.all([confirm(first).click(), confirm(second).click()]);
  await Promise.all([first, second].map((page) => page.waitForLoadState()));
  const texts = await Promise.all([first, second].map((page) => page.locator('main').innerText()));
  expect(texts.filter((text) => text.includes('on its way to you'))).toHaveLength(1);
  const [loser] = texts.filter((text) => !text.includes('on its way to you'));
  expect(loser).toContain('Nothing was sent.');
  expect(loser).not.toMatch(/Hopper|Turing|€|po_/);
  expect(await payouts()).toHaveLength(1);
  const stranger = await newPage();
  expect((await stranger.goto(address))?.status()).toBe(404);
});

test('a browser without cookies claims once, and is answered the payout at once', async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.route('**/*', (route) => route.continue({ headers: { ...route.request().headers(), cookie: '' } }));
  await price(page, await linkOf());
  await confirm(page).click();
  await page.getByText('is on its way to you').first().waitFor();
  expect(await payouts()).toHaveLength(1);
});

test('an address that was replaced opens nothing, and the new one does', async () => {
  const sluice = http.client(of);
  const { payoutLinkId, url } = await sent(sluice.createPayoutLink({ amount: '10.00', currency: 'USD' }));
  const page = await newPage();
  const before = origin + new URL(url ?? '').pathname;
  await price(page, before);
  const renewed = await sluice.renewPayoutLinkToken({ payoutLinkId });
  await confirm(page).click();
  await page.waitForURL(/\/claim/);
  expect(await payouts()).toEqual([]);
  expect((await page.goto(before))?.status()).toBe(404);
  await price(page, origin + new URL(renewed.url ?? '').pathname);
  await confirm(page).click();
  await page.getByText('is on its way to you').first().waitFor();
  expect(await payouts()).toHaveLength(1);
});
