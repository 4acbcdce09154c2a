import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { paymentPage } from '../../../../shared/checkout/page/payment-page.ts';
import { type Language, languages } from '../../../../shared/pages/language.ts';
import { content } from '../../../../shared/pages/sources.ts';
import { everyPage, frameIn } from './views.ts';

const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
const pages = (text?: string) =>
  languages.flatMap((language) =>
    Object.entries(everyPage(language, text)).map(([name, page]) => [language, name, page] as const),
  );

describe.each(pages())('in %s the page %s', (language, _name, page) => {
  test('is a whole document of that language', () => {
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toMatch(/<title>[^<]+<\/title>/);
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page.match(/<main>/g)).toHaveLength(1);
  });

  test('has no text without its values, and nothing that is undefined', () => {
    expect(page.replace(/<(style|script)>.*?<\/\1>/gs, '')).not.toMatch(/\{\w+\}|undefined|\[object|NaN/);
  });

  test('asks for nothing from anywhere', () => {
    expect(page).not.toMatch(/<(link|img|iframe|object|embed|script [^>]*src)|@import|url\(| style="| on\w+="/);
  });

  test('fits the 22 KB that a page may have', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(22_000);
  });

  test('runs and shows only what the policy names by its hash', () => {
    for (const [tag, allowed] of [
      ['style', content['style-src']],
      ['script', content['script-src']],
    ] as const) {
      for (const [, text = ''] of page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))) {
        expect(allowed).toEqual([`'sha256-${createHash('sha256').update(text).digest('base64')}'`]);
      }
    }
  });
});

test.each(pages(attack))('in %s the page %s escapes what others wrote', (_language, _name, page) => {
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('<img');
  expect(page).not.toContain(`"'>`);
});

test('what is written in braces by a merchant is no placeholder', () => {
  expect(everyPage('en', '{amount}').paid).toContain('{amount} has received $1,234.56.');
});

test('quantity and price are read from left to right beside a name that is not', () => {
  expect(everyPage('en', 'דפוס צפון').card).toContain('<small dir="ltr">3 × $411.52</small>');
});

describe('a link of a hundred large items', () => {
  const item = { name: '&'.repeat(255), description: '😀'.repeat(1_000), quantity: 10_000, unitAmount: 123n };
  const methods = [
    { kind: 'card' },
    { kind: 'bank', accountId: 'ca_1' },
    { kind: 'crypto', token: 'USDC', chain: 'arbitrum', address: '0x0' },
  ] as const;
  const money = { currency: 'USD', total: 99_999_999n, tax: 7_621_247n, taxRate: '8.2500', taxInclusive: true };
  const shape = { ...money, methods: [...methods], expiresAt: Date.UTC(2026, 8, 30, 23, 59) };
  const pageOfMany = (count: number, of = item, language: Language = 'en') =>
    paymentPage({
      frame: frameIn(language, 'M'.repeat(100)),
      chosen: 'card',
      view: 'v'.repeat(40),
      link: { ...shape, items: Array(count).fill(of) },
      cancelUrl: `https://shop.example/${'c'.repeat(200)}`,
    });

  test.each(languages)('fits in %s', (language) => {
    expect(Buffer.byteLength(pageOfMany(100, item, language))).toBeLessThan(22_000);
  });

  test('shows as many as fit, and says how many more there are', () => {
    const page = pageOfMany(100);
    const shown = page.match(/<li><span/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(5);
    expect(page).toContain(`and ${100 - shown} more`);
  });

  test('shows a hundred ordinary ones whole', () => {
    const page = pageOfMany(100, { name: 'A chair of oak', description: '', quantity: 1, unitAmount: 5n });
    expect(page.match(/<li><span/g)).toHaveLength(100);
    expect(page).not.toContain(' more</li>');
  });
});
