import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../../scripts/support/browser.ts';
import { everyPage } from '../shared/checkout/page/views.ts';
import { formPage } from '../shared/pages/form.ts';
import { everyPage as everyClaimPage } from '../shared/payouts/page/views.ts';
import { expectAccessible } from '../support/checkout/browser.ts';

const phone = { width: 320, height: 640 };
const desk = { width: 1280, height: 800 };
const screenshots = join(import.meta.dirname, '..', '..', 'dist', 'screenshots');
const typed = { name: 'Ada "Countess" Lovelace', iban: 'DE89 3704 0044 0532 0130 01' };

/** Names that are written from right to left, that no line can hold, and that begin with no letter. */
const names = ['דפוס צפון (2019) בע"מ!', 'ورق الشمال', 'Donaudampfschifffahrtsgesellschaft'.repeat(3), '“…”'];

let browser: Browser;

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  browser = await startBrowser();
});

afterAll(() => browser?.close());

/** Every page of checkout and of payout links, and a form with every kind of field, as shown first and with faults. */
function pagesOf(organization: string): [string, string][] {
  const forms = { form: formPage(undefined, organization), formWithFaults: formPage(typed, organization) };
  // Of payout links, the forms of one country with few fields, one with many, and one with fields to choose from.
  const claims = Object.entries(everyClaimPage('en', organization)).filter(
    ([name]) => !/^(?!DE|US|BR)[A-Z]{2}-/.test(name),
  );
  const named = claims.map(([name, html]): [string, string] => [`claim-${name}`, html]);
  return [...Object.entries({ ...everyPage('en', organization), ...forms }), ...named];
}

async function inPage(options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options);
  await look(await context.newPage());
  await context.close();
}

/** Without what would lead away while the page is looked at. */
function show(page: Page, html: string): Promise<void> {
  return page.setContent(html.replace(/<meta http-equiv="refresh"[^>]*>/, ''));
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}

describe.each(['light', 'dark'] as const)('every page, %s', (colorScheme) => {
  test.each([
    ['a phone of 320 pixels', phone],
    ['a desk', desk],
  ])('breaks no rule of accessibility on %s', async (_what, viewport) => {
    await inPage({ viewport, colorScheme }, async (page) => {
      for (const [name, html] of pagesOf('North Paper')) {
        await show(page, html);
        await page.screenshot({
          path: join(screenshots, `look-${viewport.width}-${colorScheme}-${name}.png`),
          fullPage: true,
        });
        await expectAccessible(page, `${name} at ${viewport.width} pixels, ${colorScheme}`);
      }
    });
  });
});

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('on %s', (_what, viewport) => {
  test('text at 200 percent, and names of every kind, need no scrolling sideways', async () => {
    await inPage({ viewport }, async (page) => {
      for (const organization of names) {
        for (const [name, html] of pagesOf(organization)) {
          await show(page, html.replace('<style>', '<style>html{font-size:200%}'));
          const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          expect(overflow, `${name} of ${organization}`).toBeLessThanOrEqual(0);
          const cut = await page.evaluate(`[...document.querySelectorAll('main, main :not(input)')]
            .filter((part) => !part.closest('svg') && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 && getComputedStyle(part).display !== 'inline')
            .map((part) => part.outerHTML.slice(0, 80))`);
          expect(cut, `${name} of ${organization}`).toEqual([]);
        }
      }
    });
  });
});

test('what it is about is beside what to do on a desk, and above it on a phone or where text is large', async () => {
  const { crypto = '' } = everyPage('en');
  await inPage({ viewport: desk }, async (page) => {
    await show(page, crypto);
    const [about, does] = [await boxOf(page.locator('.about')), await boxOf(page.locator('.does'))];
    expect(about.y).toBe(does.y);
    expect(about.x + about.width).toBeLessThanOrEqual(does.x);
    await show(page, crypto.replace('<style>', '<style>html{font-size:200%}'));
    const [above, below] = [await boxOf(page.locator('.about')), await boxOf(page.locator('.does'))];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  });
  await inPage({ viewport: phone }, async (page) => {
    await show(page, crypto);
    const [above, below] = [await boxOf(page.locator('.about')), await boxOf(page.locator('.does'))];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    expect(above.width).toBe(phone.width);
  });
});

test('a page is printed in dark ink, whatever the screen shows, and without its buttons', async () => {
  await inPage({ viewport: desk, colorScheme: 'dark' }, async (page) => {
    const { account = '' } = everyPage('en');
    await show(page, account);
    const inkOf = () => page.evaluate('getComputedStyle(document.body).color');
    expect(await inkOf()).toBe('rgb(233, 238, 242)');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await inkOf()).toBe('rgb(19, 32, 42)');
    expect(await page.getByText('RF18 5390 0754 7034').isVisible()).toBe(true);
    expect(await page.locator('button, footer').filter({ visible: true }).count()).toBe(0);
  });
});

describe.each([true, false])('a form that was sent with faults, with scripts: %s', (javaScriptEnabled) => {
  test('keeps what was typed, shows each fault beside its field, and begins at the first', async () => {
    await inPage({ viewport: phone, javaScriptEnabled }, async (page) => {
      await page.route('http://form.test/', (route) =>
        route.fulfill({ contentType: 'text/html; charset=utf-8', body: formPage(typed) }),
      );
      await page.goto('http://form.test/');
      const [name, iban] = [page.getByLabel('Your name'), page.getByLabel('IBAN')];
      expect(await name.inputValue()).toBe(typed.name);
      expect(await iban.inputValue()).toBe(typed.iban);
      expect(await page.locator(':focus').getAttribute('name')).toBe('name');
      for (const field of [name, iban]) {
        const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
        const fault = page.locator(`#${described.at(-1)}`);
        const [above, below] = [await boxOf(field), await boxOf(fault)];
        expect(await fault.getAttribute('class')).toBe('fault');
        expect(below.y - above.y - above.height).toBeLessThan(16);
        expect(await field.getAttribute('aria-invalid')).toBe('true');
      }
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').getAttribute('name')).toBe('iban');
    });
  });
});
