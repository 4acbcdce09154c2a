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
  ])('is not %j', (text) => {
    expect(PaymentReference.safeParse(text).success).toBe(false);
  });
});
