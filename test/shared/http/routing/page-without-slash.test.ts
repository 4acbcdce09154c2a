import { expect, test } from 'vitest';
import { pageWithoutSlash } from '../../../../shared/http/routing/page-without-slash.ts';

test.each([
  ['/p/checkout/org.lnk_1.secret/', '', '/p/checkout/org.lnk_1.secret'],
  ['/p/checkout/org.lnk_1.secret///', 'a=b?&c', '/p/checkout/org.lnk_1.secret?a=b?&c'],
  ['/docs/', '', '/docs'],
  ['/docs/signing/', 'x', '/docs/signing?x'],
])('%s?%s is at %s', (path, query, page) => {
  expect(pageWithoutSlash(path, query)).toBe(page);
});

test('a query that a header cannot carry is left out', () => {
  expect(pageWithoutSlash('/p/a/b/', 'x=\r\nset-cookie: a=b')).toBe('/p/a/b');
});

test.each([
  '/p/a/b',
  '/p/a/',
  '/p/',
  '/p',
  '/docs',
  '/docs2/',
  '/pages/',
  '/',
  '//',
  '/health/',
  '//evil.example/p/',
  '/p//evil.example/',
  '/p/../docs/',
  '/p/./a/b/',
  '/p/a/../b/',
  '/p/a/b/.../',
  '/docs/../p/a/',
  '/p/a/b b/',
  '/p/a/b\\b/',
  '/p/a/b\r\nb/',
  '/p/a/ä/',
])('%j is no page with a slash at its end', (path) => {
  expect(pageWithoutSlash(path, '')).toBeUndefined();
});

test('a long path is looked at in no time', () => {
  const started = performance.now();
  pageWithoutSlash(`/p${'/a'.repeat(100_000)}`, '');
  pageWithoutSlash(`/p/${'.'.repeat(200_000)}`, '');
  expect(performance.now() - started).toBeLessThan(500);
});
