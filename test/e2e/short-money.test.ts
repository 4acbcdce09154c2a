import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBrowser } from '../../scripts/support/browser.ts';
import type { Link } from '../../shared/checkout/links/link.ts';
import { bank } from '../../shared/checkout/methods/bank/bank.ts';
import { textsOf } from '../../shared/checkout/page/texts.ts';
import { languages } from '../../shared/pages/language.ts';
import { expectAccessible } from '../support/checkout/browser.ts';
import { paymentsOn } from '../support/checkout/buyer.ts';
import { addTransferLink, assignNewest, creditBank, sendTokens } from '../support/checkout/short-money.ts';
import { type HttpService, serveOverHttp } from '../support/http-service.ts';
import { TestService, type TestSession } from '../support/service.ts';

let service: TestService;
let http: HttpService;
let browser: Browser;
let address: string;
let link: Link;
let owner: TestSession;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'http://127.0.0.1', rateLimitOverride: 1_000_000 });
  service.clock.now = Date.now();
  [http, browser] = await Promise.all([serveOverHttp(service), startBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await http?.stop();
});

beforeEach(async () => {
  const organization = await service.organization();
  owner = await service.member(organization.organizationId, 'owner');
  const added = await addTransferLink(service.runtime, organization);
  link = added.link;
  address = new URL(http.baseUrl).origin + added.path;
});

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'en-US', ...options });
  return context.newPage();
}

/** A person takes a moment; the service's clock stands still otherwise. */
async function click(page: Page, name: string | RegExp): Promise<void> {
  service.clock.advance(1_000);
  await page.getByRole('button', { name, exact: true }).click();
}

async function visit(page: Page, kind: 'bank' | 'crypto'): Promise<void> {
  service.clock.advance(1_000);
  await page.goto(`${address}?method=${kind}`);
  await click(page, kind === 'bank' ? 'Show account and reference' : 'Show address and amount');
}

const titleOf = (page: Page) => page.locator('h1').innerText();
const factOf = async (page: Page, name: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .locator('code')
    .innerText();
const referenceOn = async (page: Page) => (await factOf(page, 'Payment reference')).replaceAll(' ', '');
const tokensOn = async (page: Page) => BigInt((await factOf(page, 'Exact amount')).replace(/\.| USDC/g, ''));
const [first, last] = [0, -1].map(
  (at) => async () => (await paymentsOn(service, link)).at(at) as { paymentId: string },
);

describe.each([true, false])('a shared tablet, with scripts: %s', (javaScriptEnabled) => {
  // The checker is a script itself.
  const accessible = async (page: Page, what: string) => javaScriptEnabled && expectAccessible(page, what);

  test('by bank: the first visitor pays the rest under the same reference, the next one has another', async () => {
    const page = await newPage({ javaScriptEnabled });
    await visit(page, 'bank');
    const reference = await referenceOn(page);
    await creditBank(service, link, reference, '14.99');
    await visit(page, 'bank');
    expect(await titleOf(page)).toBe('Transfer $0.01 to Example');
    expect(await referenceOn(page)).toBe(reference);
    expect(await factOf(page, 'Amount')).toBe('$0.01');
    expect(await page.getByText('$14.99 of $15.00 has arrived. $0.01 is missing.').isVisible()).toBe(true);
    await accessible(page, 'the rest of a bank transfer');
    await click(page, 'Another payment');
    await page.getByRole('heading', { name: 'Transfer $15.00 to Example' }).waitFor();
    const other = await referenceOn(page);
    expect(other).not.toBe(reference);
    await visit(page, 'bank');
    expect(await referenceOn(page)).toBe(other);
    await creditBank(service, link, reference, '0.01');
    expect(await paymentsOn(service, link)).toMatchObject([
      { status: 'paid', received: '1500' },
      { status: 'pending' },
    ]);
    await page.context().close();
  });

  test('by crypto: the first visitor sends the rest exactly, the next one has another amount', async () => {
    const page = await newPage({ javaScriptEnabled });
    await visit(page, 'crypto');
    await sendTokens(service, link, 14_990_000n);
    await click(page, 'I have sent it');
    await page.getByText('14.990000 USDC on').waitFor();
    expect(await page.getByText('has not been seen yet').count()).toBe(0);
    await accessible(page, 'a transfer in another amount');
    await assignNewest(service, link, owner, (await first?.())?.paymentId ?? '');
    await click(page, 'I have sent it');
    await page.getByRole('heading', { name: 'Part of the payment has arrived' }).waitFor();
    await accessible(page, 'a part that has arrived');
    await click(page, 'Pay the missing $0.01');
    await page.getByRole('heading', { name: /^Send 0\.01\d{4} USDC to Example$/ }).waitFor();
    const rest = await tokensOn(page);
    const tablet = await page.context().newPage();
    await visit(tablet, 'crypto');
    expect(await tablet.getByText('$14.99 of $15.00 has arrived. $0.01 is missing.').isVisible()).toBe(true);
    await accessible(tablet, 'the rest of a payment by crypto');
    await click(tablet, 'Another payment');
    await tablet.getByRole('heading', { name: /^Send 15\.00\d{4} USDC to Example$/ }).waitFor();
    const whole = await tokensOn(tablet);
    await click(tablet, 'I have sent it');
    await tablet.getByText('has not been seen yet').waitFor();
    expect(await tokensOn(tablet)).toBe(whole);
    await sendTokens(service, link, rest);
    await click(page, 'I have sent it');
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(await page.getByText(`Payment ${(await first?.())?.paymentId}`).isVisible()).toBe(true);
    await sendTokens(service, link, whole);
    await click(tablet, 'I have sent it');
    await tablet.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(await tablet.getByText(`Payment ${(await last?.())?.paymentId}`).isVisible()).toBe(true);
    expect(await paymentsOn(service, link)).toMatchObject([1, 2].map(() => ({ status: 'paid', received: '1500' })));
    await page.context().close();
  });
});

test('a buyer without cookies pays the rest from the page that began', async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.route('**/*', (route) => route.continue({ headers: { ...route.request().headers(), cookie: '' } }));
  await visit(page, 'crypto');
  await sendTokens(service, link, 14_500_000n);
  await assignNewest(service, link, owner, (await first?.())?.paymentId ?? '');
  await click(page, 'I have sent it');
  await click(page, 'Pay the missing $0.50');
  await page.getByRole('heading', { name: /^Send 0\.50\d{4} USDC to Example$/ }).waitFor();
  await sendTokens(service, link, await tokensOn(page));
  await click(page, 'I have sent it');
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  expect(await paymentsOn(service, link)).toMatchObject([{ status: 'paid', received: '1500' }]);
  await page.context().close();
});

test('what is missing is said in the buyer’s language', async () => {
  for (const language of languages) {
    const { restHint, anotherPayment } = textsOf[language];
    const { name: bankName } = bank.panel.texts[language];
    const page = await newPage({ locale: language });
    for (const part of ['', '14.99']) {
      await page.goto(`${address}?method=bank`);
      await page.locator('button.main').click();
      if (part) continue;
      await creditBank(service, link, (await page.locator('code').last().innerText()).replaceAll(' ', ''), '14.99');
    }
    expect(await page.getByText(restHint).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: anotherPayment }).isVisible()).toBe(true);
    await page.goto(address);
    expect(await page.getByText(textsOf[language].shortHere.replace('{method}', bankName)).isVisible()).toBe(true);
    await page.context().close();
  }
});
