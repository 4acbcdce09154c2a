import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteFolder } from '../../scripts/docs/render-site.ts';
import { startBrowser } from '../../scripts/support/browser.ts';
import { notFound, type SiteFiles, siteFilesIn } from '../../shared/http/site/site-files.ts';
import { asOpenApi30 } from '../../shared/openapi/version-3-0.ts';
import { expectAccessible } from '../support/checkout/browser.ts';
import { openApiText } from '../support/contract.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const screenshots = join(root, 'dist/screenshots');
const reference = '/docs/reference';

let stack: TestStack;
let browser: Browser;
let origin: string;
/** As the stack has rendered them at the first request. */
let files: SiteFiles;
/** Paths of the pages. */
let pages: string[];

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  [stack, browser] = await Promise.all([startTestStack(), startBrowser()]);
  origin = new URL(stack.baseUrl).origin;
  await fetch(`${origin}/docs`);
  files = siteFilesIn(siteFolder);
  pages = [...files].flatMap(([path, { contentType }]) =>
    contentType.startsWith('text/html') && path !== notFound ? [path] : [],
  );
});

afterAll(async () => {
  await browser?.close();
  await stack?.[Symbol.asyncDispose]();
});

/** Shows an address; notes whatever it asks of another host, what is not there, and what its policy forbids. */
async function open(
  path: string,
  { width = 1280, colorScheme = 'light' }: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  return { page, faults };
}

test('the description as OpenAPI 3.0 is the published one, translated', async () => {
  const answer = await fetch(`${stack.baseUrl}/openapi-3.0.json`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(await answer.json()).toEqual(asOpenApi30(JSON.parse(openApiText)));
});

/** Pages of operations are made alike. */
const oneOfEachKind = () =>
  pages.filter((path) => !path.startsWith(`${reference}/`) || path === `${reference}/createPayout`);

/** Their navigation is the same, and so are their colors. */
const seenOnOne = { part: '#pages', rules: ['color-contrast'] };

describe('the documentation in a browser', () => {
  test('has its pages, and the root leads to them', async () => {
    expect(pages).toEqual(expect.arrayContaining(['/', '/docs', '/docs/signing', '/docs/errors', reference]));
    const { page } = await open('/');
    await page.getByRole('link', { name: 'Guides' }).click();
    expect(new URL(page.url()).pathname).toBe('/docs');
    await page.context().close();
  });

  test('is accessible on every page and asks no other host for anything', { timeout: 400_000 }, async () => {
    const { page, faults } = await open('/');
    for (const path of pages) {
      await page.goto(origin + path);
      await expectAccessible(page, path, oneOfEachKind().includes(path) ? undefined : seenOnOne);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('is accessible on a phone of 320 pixels in the dark', { timeout: 400_000 }, async () => {
    const { page } = await open('/', { width: 320, colorScheme: 'dark' });
    for (const path of oneOfEachKind()) {
      await page.goto(origin + path);
      await expectAccessible(page, `${path} in the dark`);
    }
    await page.context().close();
  });

  test.each([
    ['light', 320],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('is as wide as its window, %s and %i pixels', async (colorScheme, width) => {
    const { page } = await open('/', { width, colorScheme });
    for (const path of oneOfEachKind()) {
      await page.goto(origin + path);
      await page.screenshot({
        path: join(screenshots, `docs-${colorScheme}-${width}${path.replaceAll('/', '-')}.png`),
      });
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width);
    }
    await page.context().close();
  });

  test('shows the heading of an error at the address that its body names', async () => {
    const { page } = await open('/docs/errors#RATE_LIMITED');
    expect(await page.locator(':target').innerText()).toBe('RATE_LIMITED');
    await page.context().close();
  });

  test('copies a block of code as it is', async () => {
    const { page } = await open('/docs/signing');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = page.locator('.code', { hasText: 'from cryptography' });
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    const program = readFileSync(join(root, 'examples/signing/sign.py'), 'utf8');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(program);
    await page.context().close();
  });

  test('leads from page to page on a phone, and to a section', async () => {
    const { page, faults } = await open('/docs/signing', { width: 390 });
    expect(await page.locator('#pages').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'All pages' }).click();
    await page.locator('#pages').getByRole('link', { name: 'Idempotency' }).click();
    expect(new URL(page.url()).pathname).toBe('/docs/idempotency');
    // The script of the page has run once this button is there.
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.getByRole('button', { name: 'On this page' }).click();
    await page.locator('#contents').getByRole('link', { name: 'After a timeout' }).click();
    expect(new URL(page.url()).hash).toBe('#after-a-timeout');
    await page.locator('#contents').waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['after a timeout', /After a timeout/, '/docs/idempotency#after-a-timeout'],
    ['RATE_LIMITED', /^RATE_LIMITED/, '/docs/errors#RATE_LIMITED'],
    ['createQuote', /createQuote/, '/docs/reference/createQuote'],
    ['payout.returned', /payout\.returned/, '/docs/reference/payout-events'],
    ['typcal mistak', /^Typical mistakes/, '/docs/mistakes'],
  ])('finds %s by the keyboard alone', async (words, name, path) => {
    const { page, faults } = await open('/docs/errors');
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await page.getByRole('dialog').getByRole('link', { name }).first().waitFor();
    await expectAccessible(page, 'the search');
    await page.keyboard.press('Enter');
    await page.waitForURL(origin + path);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('finds the operations that have a field', async () => {
    const { page } = await open(reference);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.keyboard.type('expectDestination');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /\(createPayout\)/ })
      .waitFor();
    await page.context().close();
  });
});

test('what a first view of the reference loads is at most 100 KB, by brotli and by gzip', async () => {
  const { page } = await open(reference);
  const loaded = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)');
  const paths = [reference, ...loaded.map((url) => new URL(url).pathname)];
  expect(paths.length).toBeGreaterThanOrEqual(3);
  for (const encoding of ['br', 'gzip'] as const) {
    const sizes = paths.map((path) => {
      const { identity, [encoding]: encoded } = files.get(path)?.contents ?? {};
      return (encoded ?? identity)?.length ?? Number.NaN;
    });
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      encoding,
    ).toBeLessThanOrEqual(100_000);
  }
  await page.context().close();
});

test('the index of the search is at most 60 KB, and is loaded by a reader who searches', async () => {
  const [[path, index] = []] = [...files].filter(([path]) => path.startsWith('/docs/search.'));
  expect(index?.contents.gzip?.length).toBeLessThanOrEqual(60_000);
  expect(index?.contents.gzip?.length).toBeGreaterThan(5_000);
  const { page } = await open('/docs');
  const loaded = () =>
    page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)');
  expect(await loaded()).not.toContain(path);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await page.keyboard.press('/');
  await asked;
  await page.context().close();
});

test('lists no path that the stack does not answer', async () => {
  for (const path of [...files.keys()].filter((path) => path !== notFound)) {
    const { status, headers } = await fetch(origin + path);
    const kept = files.get(path)?.isFinal ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
    expect([status, headers.get('cache-control')], path).toEqual([200, kept]);
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
    expect(headers.get('content-security-policy'), path).not.toContain('unsafe');
  }
});

test.each(['/docs/nothing', '/docs/reference/nothing', '/docs/a/b/c', '/nothing', '/business/api/v1/nothing'])(
  'answers %s with a page in a browser, and in JSON elsewhere',
  async (path) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const answer = await page.goto(origin + path);
    expect([answer?.status(), answer?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    await expectAccessible(page, path);
    await page.getByRole('link', { name: /^(Documentation|Guides)$/ }).click();
    expect(new URL(page.url()).pathname).toBe('/docs');
    await context.close();
    const elsewhere = await fetch(origin + path);
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.json()).toMatchObject({ status: 404, requestId: expect.any(String) });
  },
);

test('answers HEAD like GET, without a body, and a slash at the end leads to the page', async () => {
  const some = oneOfEachKind();
  for (const path of [...some, '/llms.txt', '/docs/nothing']) {
    const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => fetch(origin + path, { method })));
    expect(head?.status, path).toBe(get?.status);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'])
      expect(head?.headers.get(name), `${name} of ${path}`).toBe(get?.headers.get(name));
    expect(await head?.text()).toBe('');
    expect(await get?.text()).not.toBe('');
  }
  for (const path of some.filter((page) => page !== '/')) {
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
