import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReference, PaymentReference, referenceFrom } from '../../../../shared/checkout/payments/reference.ts';
import { createIds } from '../../../../shared/ground/time/ids.ts';

const suffix = fc.stringMatching(/^[0-9a-z]{25}$/);

describe('a payment reference', () => {
  test.each(['RF18539007547034', 'RF712348231', 'RF18000000000539007547034', 'RF45G72UUR'])(
    '%s, which others have published, is one',
    (text) => {
      expect(isReference(text)).toBe(true);
    },
  );

  test('is made of chance alone, and another one each time', () => {
    const ids = createIds();
    const made = Array.from({ length: 1_000 }, () => referenceFrom(ids.suffix(0)));
    expect(new Set(made).size).toBe(1_000);
    for (const reference of made) expect(reference).toMatch(/^RF\d{22}$/);
  });

  test('has the right check digits, whatever it is made of', () => {
    fc.assert(fc.property(suffix, (made) => isReference(referenceFrom(made))));
  });

  test('with one wrong digit, or two that changed places, is none', () => {
    const digit = fc.constantFrom(...'0123456789');
    fc.assert(
      fc.property(suffix, fc.nat({ max: 19 }), digit, (made, at, other) => {
        const reference = referenceFrom(made);
        const place = 4 + at;
        const wrong = reference.slice(0, place) + other + reference.slice(place + 1);
        return wrong === reference || !isReference(wrong);
      }),
    );
    fc.assert(
      fc.property(suffix, fc.nat({ max: 18 }), (made, at) => {
        const reference = referenceFrom(made);
        const [a = '', b = ''] = reference.slice(4 + at);
        const swapped = reference.slice(0, 4 + at) + b + a + reference.slice(6 + at);
        return swapped === reference || !isReference(swapped);
      }),
    );
  });

  test('is read as people copy it', () => {
    expect(PaymentReference.parse(' rf18 5390 0754 7034 ')).toBe('RF18539007547034');
  });

  test.each([
    '',
    'RF',
    'RF18',
    'RF19539007547034',
    'XX18539007547034',
    'RF18-5390',
    `RF18${'0'.repeat(22)}`,
    'x'.repeat(65),
    'x'.repeat(100_000),
    'thanks for the mug',
  ])('is not %j', (text) => {
    expect(PaymentReference.safeParse(text).success).toBe(false);
  });

  const ids = createIds();
  const [reference, other] = [referenceFrom(ids.suffix(0)), referenceFrom(ids.suffix(0))];
  const groups = reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
  const wrong = `${reference.slice(0, -1)}${(Number(reference.at(-1)) + 1) % 10}`;

  test.each([
    ['a sentence', `Payment for two mugs, ${reference}, many thanks!`],
    ['a sentence in groups', `Mugs ${groups} thanks`],
    ['lower case', `mugs ${reference.toLowerCase()}`],
    ['hyphens', reference.replaceAll(/(.{4})(?=.)/g, '$1-')],
    ['dots and slashes', reference.replaceAll(/(.{2})(?=.)/g, '$1./')],
    ['the code of ISO 20022', `/RFB/${reference}`],
    ['codes around it', `/ROC/${reference}//URI/order 7`],
    ['a field of SEPA', `EREF+NOTPROVIDED SVWZ+${reference}DATUM 31.01.2026`],
    ['two lines', `INVOICE ${groups.slice(0, 14)}\r\n${groups.slice(14)} 2026`],
    ['no-break spaces', groups.replaceAll(' ', '\u00a0')],
    ['full-width characters', `\uff32\uff26${reference.slice(2)}`],
    ['the same twice', `${reference} ${groups}`],
    ['a date behind it', `${groups} 31.01.2026`],
    ['a reference of somebody else before it', `RF18 5390 0754 7034, ${reference}`],
    ['one that is mistyped before it', `${wrong} sorry ${reference}`],
  ])('is found in what a bank sends: %s', (_what, text) => {
    expect(PaymentReference.parse(text)).toBe(reference);
  });

  test.each([
    ['two of them', `${reference} ${other}`, 'has several payment references'],
    ['one with a digit more', `${reference}0`, 'has no payment reference (ISO 11649)'],
    ['one that is cut off', `mug ${reference.slice(0, -1)}`, 'has no payment reference (ISO 11649)'],
    ['one that is mistyped', `mug ${wrong}`, 'has no payment reference (ISO 11649)'],
    ['a letter in it', `mug ${reference.slice(0, 8)}O${reference.slice(9)}`, 'has no payment reference (ISO 11649)'],
  ])('is not taken from a text with %s', (_what, text, message) => {
    expect(PaymentReference.safeParse(text).error?.issues).toMatchObject([{ message }]);
  });
});
