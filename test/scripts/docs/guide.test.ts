import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf, readMarkdown } from '../../../scripts/docs/markdown.ts';
import { addressOf, downloads, guide, renderGuide, root } from '../../../scripts/docs/pages.ts';
import { referencePath } from '../../../scripts/docs/reference.ts';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { docsPrefix } from '../../../shared/contract/site.ts';
import { errorCatalog } from '../../../shared/ground/errors/catalog.ts';
import { canonicalString, sha256Hex } from '../../../shared/ground/signatures/canonical.ts';
import { publicKeyObject, verifyDer } from '../../../shared/ground/signatures/ecdsa.ts';
import { parsePublicKeyPem } from '../../../shared/ground/signatures/public-key.ts';

const documents = renderGuide();
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const read = (markdown: string) => readMarkdown(markdown, addressOf);

/** Addresses that pages may lead to and that are not pages of the guide. */
const beside = [
  referencePath,
  `${apiPrefix}/openapi.json`,
  `${apiPrefix}/health`,
  ...downloads().map((name) => `${docsPrefix}/${name}`),
];

describe('the guide', () => {
  test('has a heading for every type of error, with its status and its resolution', () => {
    const page = documents['/docs/errors'] ?? '';
    expect(Object.keys(errorCatalog).filter((type) => !idsIn(page).includes(type))).toEqual([]);
    const [, section = ''] = /<h2 id="RATE_LIMITED">(.*?)<h2 /s.exec(page) ?? [];
    expect(section).toContain('429');
    expect(section).toContain(errorCatalog.RATE_LIMITED.resolution);
    expect(section).toContain('Nothing moved.');
  });

  test('says which operations answer an error, by the description', () => {
    const page = documents['/docs/errors'] ?? '';
    const [, section = ''] = /<h2 id="RATE_DRIFT_EXCEEDED">(.*?)<h2 /s.exec(page) ?? [];
    expect(section).toContain('<code>createPayout</code>');
  });

  test.each(Object.keys(documents))('leads from %s only to what there is, and to headings that are there', (path) => {
    const hrefs = [...(documents[path] ?? '').matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href ?? '');
    const lost = hrefs.filter((href) => {
      if (href.startsWith('https://') || beside.includes(href)) return false;
      const [target, anchor] = href.split('#');
      const page = documents[target || path];
      return page === undefined || (anchor !== undefined && !idsIn(page).includes(anchor));
    });
    expect(hrefs.length).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });

  test.each(Object.keys(documents))('names no heading of %s twice', (path) => {
    const ids = idsIn(documents[path] ?? '');
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('shows the programs as they are run', () => {
    const pages = readdirSync(guide).map((name) => readFileSync(join(guide, name), 'utf8'));
    const shown = pages.flatMap((page) => [...page.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms)]);
    expect(shown.length).toBeGreaterThanOrEqual(7);
    for (const [, file = '', text] of shown) expect(text, file).toBe(readFileSync(join(root, file), 'utf8'));
  });
});

test('links lead to headings that are in the files, where they are read', () => {
  const headings = [...readFileSync(join(guide, 'errors.md'), 'utf8').matchAll(/^## ([A-Z_]+)$/gm)].map(
    ([, type]) => type,
  );
  expect(headings).toEqual(Object.keys(errorCatalog).sort());
  const written = readdirSync(guide).map((name) => readFileSync(join(guide, name), 'utf8'));
  const linked = written.flatMap((page) =>
    [...page.matchAll(/errors(?:\.md)?#([A-Z_]+)/g)].map(([link, type]) => ({ link, type })),
  );
  expect(linked.length).toBeGreaterThan(100);
  for (const { link, type } of linked)
    expect([link, headings]).toEqual([`errors.md#${type}`, expect.arrayContaining([type])]);
});

describe('the test vector of the page about signing', () => {
  const page = readFileSync(join(guide, 'signing.md'), 'utf8');
  const part = (name: string) => new RegExp(`^\`\`\`text vector=${name}\n(.*?)\n\`\`\`$`, 'ms').exec(page)?.[1] ?? '';

  test('is the text that the service makes of the request', () => {
    const text = canonicalString({
      keyId: 'akid_test_7Nd1',
      method: 'POST',
      target: '/business/api/v1/payments/organizations/org_1/sandbox/fund',
      bodyHash: sha256Hex('{"amount":"100.00"}'),
      idempotencyKey: 'fund-1',
      timestamp: '1767225600',
      nonce: '3f1c0a9e5b7d2468',
    });
    expect(part('text')).toBe(text);
    expect(part('digest')).toBe(sha256Hex(text));
    expect(page).toContain('`{"amount":"100.00"}`');
  });

  test('has a signature that the service accepts, and that fits no other text', () => {
    const key = publicKeyObject(parsePublicKeyPem(part('key')));
    const signature = Buffer.from(part('signature'), 'base64');
    expect(verifyDer(key, part('text'), signature)).toBe(true);
    expect(verifyDer(key, `${part('text')}\n`, signature)).toBe(false);
  });
});

describe('Markdown', () => {
  test('links the files of the repository, and the site has their addresses', () => {
    expect(addressOf('start.md')).toBe('/docs');
    expect(addressOf('errors.md#RATE_LIMITED')).toBe('/docs/errors#RATE_LIMITED');
    expect(addressOf('../openapi.json')).toBe('/business/api/v1/openapi.json');
    expect(addressOf('#here')).toBe('#here');
    expect(() => addressOf('../runbook.md')).toThrow('no page for the link ../runbook.md');
    expect(() => addressOf('nowhere.md')).toThrow('no page');
  });

  test('names a heading as GitHub does, and an error by its type', () => {
    expect(anchorOf('What you need')).toBe('what-you-need');
    expect(anchorOf('curl and openssl')).toBe('curl-and-openssl');
    expect(anchorOf('RATE_LIMITED')).toBe('RATE_LIMITED');
  });

  test('escapes code, and takes no HTML', () => {
    expect(read('# T\n\n```ts\nif (a < b && "c") {}\n```\n').html).toContain(
      'if (a &lt; b &amp;&amp; &quot;c&quot;) {}',
    );
    expect(() => read('# T\n\n<b>x</b>\n')).toThrow('without HTML');
    expect(() => read('no title')).toThrow('title');
  });
});
