import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteFolder } from '../../scripts/docs/render-site.ts';
import { startBrowser } from '../../scripts/support/browser.ts';
import { siteFilesIn } from '../../shared/http/site/site-files.ts';
import { expectAccessible } from '../support/checkout/browser.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const screenshots = join(root, 'dist/screenshots');
const reference = '/docs/reference';

let stack: TestStack;
let browser: Browser;
let origin: string;
/** Paths of the pages, as the stack has rendered them at the first request. */
let pages: string[];

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  [stack, browser] = await Promise.all([startTestStack(), startBrowser()]);
  origin = new URL(stack.baseUrl).origin;
  await fetch(`${origin}/docs`);
  pages = [...siteFilesIn(siteFolder)].flatMap(([path, { saveAs }]) => (saveAs === undefined ? [path] : []));
});

afterAll(async () => {
  await browser?.close();
  await stack?.[Symbol.asyncDispose]();
});

/** Shows an address; notes what it asks for beside documents of its own host, and what its policy forbids. */
async function open(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, colorScheme });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const isOwn = request.resourceType() === 'document' && request.url().startsWith(origin);
    if (!isOwn && !request.url().startsWith('data:')) faults.push(request.url());
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  return { page, faults };
}

describe('the documentation in a browser', () => {
  test('has its pages, and the root leads to them', async () => {
    expect(pages).toEqual(expect.arrayContaining(['/', '/docs', '/docs/signing', '/docs/errors', reference]));
    const { page } = await open('/');
    await page.getByRole('link', { name: 'Documentation' }).click();
    expect(new URL(page.url()).pathname).toBe('/docs');
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)(
    'loads nothing, and is accessible on a phone of 320 pixels, %s',
    async (look) => {
      for (const path of pages.filter((one) => one !== reference)) {
        const { page, faults } = await open(path, look);
        expect(faults, path).toEqual([]);
        await page.screenshot({ path: join(screenshots, `docs-${look}${path.replaceAll('/', '-')}.png`) });
        await expectAccessible(page, `${path} ${look}`);
        await page.context().close();
      }
    },
  );

  test('shows the heading of an error at the address that its body names', async () => {
    const { page } = await open('/docs/errors#RATE_LIMITED');
    expect(await page.locator(':target').innerText()).toBe('RATE_LIMITED');
    await page.context().close();
  });

  test('has a reference that asks no host for anything, and shows every operation', async () => {
    const { page, faults } = await open(reference);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${origin}${reference}#/quotes/createquote`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'Quote a payout' }).first().waitFor({ timeout: 20_000 });
    await page.getByRole('link', { name: 'Documentation' }).first().click();
    expect(new URL(page.url()).pathname).toBe('/docs');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

test('links of the reference show in another tab what they name', async () => {
  const { page } = await open(reference);
  await page.setViewportSize({ width: 1280, height: 800 });
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs.length).toBeGreaterThan(20);
  expect(hrefs.filter((href) => href !== '/docs' && !href?.startsWith(`${reference}#/`))).toEqual([]);
  const opened = page.context().waitForEvent('page');
  await page.locator('a[href$="/section/webhooks"]').first().click({ button: 'middle' });
  const tab = await opened;
  await tab.getByRole('heading', { name: 'Webhooks' }).first().waitFor({ timeout: 20_000 });
  expect(new URL(tab.url()).pathname).toBe(reference);
  await page.context().close();
});

test('lists no path that the stack does not answer', async () => {
  for (const path of pages) {
    const { status, headers } = await fetch(origin + path);
    expect([status, headers.get('cache-control')], path).toEqual([200, 'public, max-age=300']);
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
    expect(headers.get('content-security-policy'), path).not.toMatch(/script-src[^;]*unsafe/);
  }
});

test('answers HEAD like GET, without a body, and a slash at the end leads to the page', async () => {
  for (const path of [...pages, '/docs/nothing']) {
    const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => fetch(origin + path, { method })));
    expect(head?.status, path).toBe(get?.status);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'])
      expect(head?.headers.get(name), `${name} of ${path}`).toBe(get?.headers.get(name));
    expect(await head?.text()).toBe('');
    expect(await get?.text()).not.toBe('');
  }
  for (const path of pages.filter((page) => page !== '/')) {
    const answer = await fetch(`${origin}${path}/`);
    expect([answer.status, answer.url]).toEqual([200, origin + path]);
  }
});

test('is in the greeting', () => {
  expect(stack.output()).toMatch(new RegExp(`Documentation +${origin}/docs\n`));
});

describe('the programs of the page about signing', () => {
  test.each([
    ['sign.ts', process.execPath],
    ['sign.sh', 'sh'],
  ])('%s adds to the balance', async (file, program) => {
    const env = {
      ...process.env,
      SLUICE_BASE_URL: `${origin}/business/api/v1`,
      SLUICE_ORGANIZATION_ID: stack.organizationId,
      SLUICE_KEY_ID: stack.apiKey.id,
      SLUICE_KEY_FILE: join(stack.dataDirectory, 'quickstart.pem'),
    };
    const { stdout } = await run(program, [join(root, 'examples/signing', file)], { env });
    expect(JSON.parse(stdout)).toMatchObject({ amount: '100.00' });
  });
});
