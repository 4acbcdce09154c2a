import { describe, expect, test } from 'vitest';
import { locationOf } from '../../../../shared/http/pages/location.ts';

describe('a redirect', () => {
  test.each([
    ['/p/notes/1', '/p/notes/1'],
    ['/p/notes/1?done=yes#top', '/p/notes/1?done=yes#top'],
    ['/p/notes//1', '/p/notes//1'],
    ['https://shop.example/thanks?order=1', 'https://shop.example/thanks?order=1'],
    ['HTTPS://Shop.Example', 'HTTPS://Shop.Example'],
    ["https://shop.example/a/../b?q='1'&r=%e4&s", "https://shop.example/a/../b?q='1'&r=%e4&s"],
    ['https://shop.example/ü', 'https://shop.example/%C3%BC'],
  ])('may lead to %s', (redirect, location) => {
    expect(locationOf(redirect)).toBe(location);
  });

  test.each([
    '',
    '/',
    '/p',
    '/other',
    '/p/../other',
    '/p/..//evil.example',
    '/p/%2e%2e/other',
    '//evil.example/p/',
    '\\\\evil.example',
    '/\\evil.example/p/',
    'p/notes',
    'http://shop.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@evil.example',
    'https://user:secret@evil.example',
    'https://',
    `https://shop.example/${'x'.repeat(8_192)}`,
  ])('never leads to %.60s', (redirect) => {
    expect(() => locationOf(redirect)).toThrow('a page leads to other pages or to https only');
  });

  test('may lead back to a program on the same machine where the pages are on it', () => {
    const local = { pagesUrl: 'http://127.0.0.1:8080' };
    expect(locationOf('http://localhost:3000/done', local)).toBe('http://localhost:3000/done');
    for (const other of ['http://shop.example/', 'http://localhost.evil.example/', 'http://user@localhost/']) {
      expect(() => locationOf(other, local)).toThrow();
    }
    expect(() => locationOf('http://localhost:3000/done', { pagesUrl: 'https://pay.example' })).toThrow();
  });

  test.each([
    'https://shop.example/\r\nset-cookie: a=1',
    '/p/notes/\r\nset-cookie: a=1',
    'https://shop.example/\u2028',
  ])('cannot end its header: %j', (redirect) => {
    expect(locationOf(redirect)).toMatch(/^[!-~]+$/);
  });
});
