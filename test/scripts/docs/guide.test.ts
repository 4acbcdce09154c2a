import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gatewayAnswers } from '../../../local/gateway/responses.ts';
import { anchorOf, readMarkdown } from '../../../scripts/docs/markdown.ts';
import { addressOf, generated, guide, root } from '../../../scripts/docs/pages.ts';
import { siteContents } from '../../../scripts/docs/site-contents.ts';
import { withSiteLinks } from '../../../scripts/docs/site-links.ts';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { errorCatalog } from '../../../shared/ground/errors/catalog.ts';
import { canonicalString, sha256Hex } from '../../../shared/ground/signatures/canonical.ts';
import { publicKeyObject, verifyDer } from '../../../shared/ground/signatures/ecdsa.ts';
import { parsePublicKeyPem } from '../../../shared/ground/signatures/public-key.ts';
import { notFound } from '../../../shared/http/site/site-files.ts';

const files = new Map(siteContents().map((file) => [file.path, file]));
const textsOf = (type: string): Record<string, string> =>
  Object.fromEntries(
    [...files.values()]
      .filter(({ contentType }) => contentType.startsWith(type))
      .map(({ path, content }) => [path, String(content)]),
  );
const documents = textsOf('text/html');
const markdown = textsOf('text/markdown');
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

/** Addresses that pages may lead to and that are not files of the site. */
const beside = [`${apiPrefix}/openapi.json`, `${apiPrefix}/health`];

describe('the site', () => {
  test('has a heading for every type of error, with its status and its resolution', () => {
    const page = documents['/docs/errors'] ?? '';
    expect(Object.keys(errorCatalog).filter((type) => !idsIn(page).includes(type))).toEqual([]);
    const [, section = ''] = /<h2 id="RATE_LIMITED">(.*?)<h2 /s.exec(page) ?? [];
    expect(section).toContain('429');
    expect(section).toContain(errorCatalog.RATE_LIMITED.resolution);
    expect(section).toContain('Nothing moved.');
  });

  test('names what the gateway answers itself, without the body of an error', () => {
    // 421 is of one machine alone; Node itself answers 431.
    const { otherHost: _, ...answers } = gatewayAnswers;
    const page = readFileSync(join(guide, 'errors.md'), 'utf8');
    const [, table = ''] = /The gateway answers some requests itself[^|]*(\|.*?)\n\n/s.exec(page) ?? [];
    const named = [...table.matchAll(/\b(\d{3})\b(?=[^|]* \|)/g)].map(([, status]) => Number(status));
    const statuses = Object.values(answers).map(({ statusCode }) => statusCode);
    expect(named.toSorted()).toEqual([...statuses, 431].toSorted());
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
      if (!files.has(target || path)) return true;
      return anchor !== undefined && !idsIn(documents[target || path] ?? '').includes(anchor);
    });
    expect(hrefs.length).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });

  test.each(Object.keys(documents))('names no heading of %s twice', (path) => {
    const ids = idsIn(documents[path] ?? '');
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('lists its contents on every page that has sections', () => {
    const lost = Object.entries(documents).filter(([, html]) => {
      const sections = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => `<a href="#${id}">`);
      const [, contents = ''] = /<nav [^>]*id="contents"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
      return !sections.every((link) => contents.includes(link));
    });
    expect(lost.map(([path]) => path)).toEqual([]);
  });

  test('has each page in Markdown too, which leads on in Markdown and is named in llms.txt', () => {
    const list = String(files.get('/llms.txt')?.content);
    for (const [path, html] of Object.entries(documents).filter(([path]) => path !== notFound)) {
      const [, beside = ''] = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec(html) ?? [];
      expect(markdown[beside], path).toMatch(/^# /m);
      if (path !== '/') expect(list, path).toContain(`](${beside}): `);
    }
    const hrefs = Object.values(markdown).flatMap((text) =>
      [...text.matchAll(/\]\((\/[^)#]*)/g)].map(([, href]) => href),
    );
    const lost = hrefs.filter(
      (href = '') => markdown[href] === undefined && !files.has(href) && !beside.includes(href),
    );
    expect(lost).toEqual([]);
    expect(hrefs.filter((href = '') => documents[href] !== undefined)).toEqual([]);
  });

  test('shows the programs as they are run', () => {
    const pages = readdirSync(guide).map((name) => readFileSync(join(guide, name), 'utf8'));
    const shown = pages.flatMap((page) => [...page.matchAll(/^```\w+ (?:sample=\w+ )?file=(\S+)\n(.*?)^```$/gms)]);
    expect(shown.length).toBeGreaterThanOrEqual(7);
    for (const [, file = '', text] of shown) expect(text, file).toBe(readFileSync(join(root, file), 'utf8'));
  });
});

test('links lead to headings that are in the files, where they are read', () => {
  const headings = [...readFileSync(join(guide, 'errors.md'), 'utf8').matchAll(/^## ([A-Z_]+)$/gm)].map(
    ([, type]) => type,
  );
  expect(headings).toEqual(Object.keys(errorCatalog).sort());
  const mistakes = join(generated, 'mistakes.md');
  const written = [mistakes, ...readdirSync(guide).map((name) => join(guide, name))].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const linked = written.flatMap((page) =>
    [...page.matchAll(/(?:\.\.\/guide\/)?errors(?:\.md)?#([A-Z_]+)/g)].map(([link, type]) => ({ link, type })),
  );
  expect(linked.length).toBeGreaterThan(100);
  for (const { link, type } of linked)
    expect([link.replace('../guide/', ''), headings]).toEqual([`errors.md#${type}`, expect.arrayContaining([type])]);
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
    expect(addressOf('docs/guide/errors.md')).toBe('/docs/errors');
    expect(addressOf('../guide/errors.md#NOT_FOUND')).toBe('/docs/errors#NOT_FOUND');
    expect(addressOf('../generated/mistakes.md')).toBe('/docs/mistakes');
    expect(addressOf('docs/adr/0001-ids.md')).toBeUndefined();
    expect(() => addressOf('../runbook.md')).toThrow('no page for the link ../runbook.md');
    expect(() => addressOf('nowhere.md')).toThrow('no page');
  });

  test('names a heading as GitHub does, and an error by its type', () => {
    expect(anchorOf('What you need')).toBe('what-you-need');
    expect(anchorOf('curl and openssl')).toBe('curl-and-openssl');
    expect(anchorOf('RATE_LIMITED')).toBe('RATE_LIMITED');
  });

  test('escapes code and marks its words, and takes no HTML', () => {
    const { html } = readMarkdown('# T\n\n```ts\nif (a < b && "c") {}\n```\n');
    expect(html).toContain('<span class="k">if</span> (a &lt; b &amp;&amp; <span class="s">&quot;c&quot;</span>) {}');
    expect(readMarkdown('# T\n\n```text\nif (a < b) {}\n```\n').html).toContain('<code>if (a &lt; b) {}');
    expect(() => readMarkdown('# T\n\n<b>x</b>\n')).toThrow('without HTML');
    expect(() => readMarkdown('no title')).toThrow('title');
  });

  test('offers samples that follow each other in a choice of languages', () => {
    const { html } = readMarkdown(
      '# T\n\n```ts sample=TypeScript\n1\n```\n\n```py sample=Python\n2\n```\n\n```ts\n3\n```\n',
    );
    expect(html.match(/<fieldset/g)).toHaveLength(1);
    expect([...html.matchAll(/value="(\w+)"/g)].map(([, name]) => name)).toEqual(['TypeScript', 'Python']);
    expect(html.slice(html.indexOf('</fieldset>')).match(/<pre/g)).toHaveLength(1);
  });

  test('keeps the words of a link that only the repository has, and every link in code', () => {
    const text = '[a](docs/adr/1.md) [b](errors.md)\n\n```md\n[c](errors.md)\n```\n';
    expect(withSiteLinks(text, addressOf)).toBe('a [b](/docs/errors)\n\n```md\n[c](errors.md)\n```\n');
  });
});
