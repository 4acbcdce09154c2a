import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { languages } from '../../../../shared/pages/language.ts';
import { content } from '../../../../shared/pages/sources.ts';
import { countryPage } from '../../../../shared/payouts/page/country-page.ts';
import { detailsPage } from '../../../../shared/payouts/page/details-page.ts';
import { claimPages, everyPage, faultsOf, frameIn, fromDollars, kindsOfAccount, typedIn } from './views.ts';

const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
const pages = (text?: string) =>
  languages.flatMap((language) =>
    Object.entries(everyPage(language, text)).map(([name, page]) => [language, name, page] as const),
  );

describe.each(languages)('in %s', (language) => {
  const shown = Object.entries(everyPage(language));

  test('every page is a whole document of the language', () => {
    for (const [name, page] of shown) {
      expect(page, name).toMatch(/^<!doctype html>/);
      expect(page, name).toContain(`<html lang="${language}">`);
      expect(page, name).toMatch(/<title>[^<]+<\/title>/);
      expect(page.match(/<h1>/g), name).toHaveLength(1);
      expect(page.match(/<main>/g), name).toHaveLength(1);
    }
  });

  test('no page has a text without its values, or anything that is undefined', () => {
    for (const [name, page] of shown) {
      const text = page.replace(/<(style|script)>.*?<\/\1>/gs, '').replace(/data-pattern="[^"]*"/g, '');
      expect(text, name).not.toMatch(/\{\w+\}|undefined|\[object|NaN|Invalid Date/);
    }
  });

  test('no page asks for anything from anywhere', () => {
    for (const [name, page] of shown) {
      expect(page, name).not.toMatch(/<(link|img|iframe|object|embed|script [^>]*src)|@import|url\(| style="| on\w+="/);
    }
  });

  test('every page fits the 30,000 bytes that it may have', () => {
    for (const [name, page] of shown) expect(Buffer.byteLength(page), name).toBeLessThan(30_000);
  });

  test('every page runs and shows only what the policy names by its hash', () => {
    for (const [name, page] of shown) {
      for (const [tag, allowed] of [
        ['style', content['style-src']],
        ['script', content['script-src']],
      ] as const) {
        for (const [, text = ''] of page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))) {
          expect(allowed, name).toEqual([`'sha256-${createHash('sha256').update(text).digest('base64')}'`]);
        }
      }
    }
  });

  test('test mode is named above who pays on every page that says who', () => {
    for (const [name, page] of shown) {
      if (name.startsWith('failure')) continue;
      expect(page.indexOf('class="test"'), name).toBeGreaterThan(0);
      expect(page.indexOf('class="test"'), name).toBeLessThan(page.indexOf('North Paper'));
    }
  });
});

test('every page escapes what others wrote', () => {
  for (const [language, name, page] of pages(attack)) {
    expect(page, `${language} ${name}`).not.toContain('<script>alert');
    expect(page, `${language} ${name}`).not.toContain('<img');
    expect(page, `${language} ${name}`).not.toContain(`"'>`);
  }
});

test('the longest texts fit: a note and a name of 140 characters, and whatever a form can hold', () => {
  const [corridor] = fromDollars.filter(({ country }) => country === 'BR');
  if (!corridor) throw new Error('there is no such corridor');
  const long = '"'.repeat(140);
  for (const page of Object.values(claimPages('de', corridor, long))) {
    expect(Buffer.byteLength(page)).toBeLessThan(30_000);
  }
});

test('two hundred countries fit', () => {
  const [corridor] = fromDollars;
  if (!corridor) throw new Error('there is no corridor');
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((one) => letters.map((other) => one + other)).filter((code) => names.of(code));
  expect(codes.length).toBeGreaterThan(200);
  const corridors = codes.map((country) => ({ ...corridor, country }));
  const link = { amount: 1n, currency: 'USD', expiresAt: 0, note: 'n'.repeat(140) };
  for (const language of languages) {
    const page = countryPage({ frame: frameIn(language), link, corridors });
    expect(Buffer.byteLength(page), language).toBeLessThan(30_000);
  }
});

describe('the form of an account', () => {
  const link = { amount: 1n, currency: 'USD', expiresAt: 0 };

  test.each(kindsOfAccount.map((corridor) => [corridor.country, corridor] as const))(
    'in %s keeps what was typed, with every fault beside its field, in the reader’s language',
    (_country, corridor) => {
      const typed = typedIn(corridor, 'typed & kept');
      const view = { frame: frameIn('de'), link, corridor, hasOtherCountries: false };
      const page = detailsPage({ ...view, typed, faults: faultsOf(corridor) });
      const fields = corridor.recipientFields.length + 1;
      expect(page.match(/aria-invalid="true"/g)).toHaveLength(fields);
      expect(page.match(/<p class="fault" id="[\w.]+-fault"[^>]*>[^<]+<\/p>/g)).toHaveLength(fields);
      expect(page.match(/ autofocus/g)).toHaveLength(1);
      expect(page).not.toContain('for programs');
      const inputs = corridor.recipientFields.filter(({ name }) => !['accountType', 'pixKeyType'].includes(name));
      expect(page.match(/value="typed &amp; kept"/g)).toHaveLength(inputs.length + 1);
    },
  );

  test('offers the accounts that the sandbox takes, and none where money is paid', () => {
    const [corridor] = kindsOfAccount;
    if (!corridor) throw new Error('there is no corridor');
    expect(claimPages('en', corridor).details).toContain('<datalist id="account.iban-list">');
    expect(claimPages('en', corridor).details).toContain('Only test accounts are accepted here');
    const live = claimPages('en', corridor, undefined, true).details;
    expect(live).not.toMatch(/datalist|test account/i);
  });

  test('chooses the country that the browser names, and else none', () => {
    const view = { link, corridors: fromDollars };
    const frame = frameIn('de');
    const inAustria = { ...frame, words: { ...frame.words, locale: { language: 'de', locale: 'de-AT' } as const } };
    expect(countryPage({ ...view, frame: inAustria })).toContain('<option value="AT" selected>Österreich</option>');
    expect(countryPage({ ...view, frame })).not.toContain(' selected');
  });
});
