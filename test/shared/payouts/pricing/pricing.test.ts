import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../shared/ground/errors/service-error.ts';
import { formatAmount } from '../../../../shared/ground/money/money.ts';
import { convert, type ExactRate, parseRate } from '../../../../shared/ground/money/rate.ts';
import { priceAmount, readWanted } from '../../../../shared/payouts/pricing/pricing.ts';
import { type AmountLeg, amountLegs } from '../../../../shared/ports/amount-leg.ts';
import type { Corridor } from '../../../../shared/ports/corridor.ts';
import type { Price } from '../../../../shared/ports/payout-rail.ts';
import { theCorridor } from '../../corridors/catalog/support.ts';

const euros = theCorridor('eur_de_iban');
const price = { rate: '0.92', fee: 50n };
const everything = { exactOutput: true, indicativePricing: true };

/** An amount as a request says it, priced. */
function priceText(corridor: Corridor, of: Price, amountText: string, leg: AmountLeg) {
  return priceAmount(corridor, of, readWanted(corridor, amountText, leg));
}

/** The type of the error that pricing answers. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return error.type;
    throw error;
  }
  throw new Error('it was priced');
}

describe('the three legs', () => {
  test.each([
    ['source', '100.00', { sourceAmount: 10_000n, destinationAmount: 9_154n, fee: 50n }],
    ['source_net', '100.00', { sourceAmount: 10_050n, destinationAmount: 9_200n, fee: 50n }],
    ['destination', '92.00', { sourceAmount: 10_050n, destinationAmount: 9_200n, fee: 50n }],
    ['destination', '92.01', { sourceAmount: 10_052n, destinationAmount: 9_201n, fee: 50n }],
  ] as const)('%s of %s', (leg, amount, expected) => {
    expect(priceText(euros, price, amount, leg)).toEqual(expected);
  });

  const unbounded: Corridor = { ...euros, minimum: 0n, maximum: 10n ** 30n };
  const anyPrice = fc.record({
    rate: fc
      .tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 99_999_999 }))
      .map(([whole, places]) => `${whole}.${places.toString().padStart(8, '0')}`),
    fee: fc.bigInt({ min: 0n, max: 10_000n }),
  });
  const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((minor) => formatAmount(minor, 'USD'));
  /** For round trips: neither way leads to more digits than a request may say. */
  const moderatePrice = fc.record({
    rate: fc
      .integer({ min: 10_000, max: 500_000_000_000 })
      .map((e8) => `${Math.floor(e8 / 1e8)}.${(e8 % 1e8).toString().padStart(8, '0')}`),
    fee: fc.bigInt({ min: 0n, max: 10_000n }),
  });
  const moderateAmount = fc.bigInt({ min: 1n, max: 10n ** 11n }).map((minor) => formatAmount(minor, 'USD'));
  const rateOf = ({ rate }: { rate: string }) => parseRate(rate, 'USD', 'EUR') as ExactRate;

  /** Amounts of a leg, or undefined where nothing would arrive. */
  function priced(...[{ rate, fee }, amount, leg]: [{ rate: string; fee: bigint }, string, AmountLeg]) {
    try {
      return priceText(unbounded, { rate, fee }, amount, leg);
    } catch (error) {
      expect((error as ServiceError).type).toBe('QUOTE_NOT_POSITIVE');
      return undefined;
    }
  }

  test.each(['source', 'source_net'] as const)(
    'of %s, destinationAmount = floor((sourceAmount - fee) x rate)',
    (leg) => {
      fc.assert(
        fc.property(anyPrice, anyAmount, (asked, amount) => {
          const found = priced(asked, amount, leg);
          if (!found) return;
          expect(found.destinationAmount).toBe(convert(found.sourceAmount - found.fee, rateOf(asked)));
          expect(found.fee).toBe(asked.fee);
        }),
      );
    },
  );

  test('of destination, the amount arrives as it is and the source is the least that suffices', () => {
    fc.assert(
      fc.property(anyPrice, anyAmount, (asked, amount) => {
        const found = priced(asked, amount, 'destination');
        const net = found ? found.sourceAmount - found.fee : 0n;
        expect(found && formatAmount(found.destinationAmount, 'EUR')).toBe(amount);
        expect(convert(net, rateOf(asked)) >= (found?.destinationAmount ?? 0n)).toBe(true);
        expect(convert(net - 1n, rateOf(asked)) < (found?.destinationAmount ?? 0n)).toBe(true);
      }),
    );
  });

  test('of source and source_net are one where the net amount is', () => {
    fc.assert(
      fc.property(moderatePrice, moderateAmount, (asked, amount) => {
        const net = priced(asked, amount, 'source_net');
        if (net) expect(priced(asked, formatAmount(net.sourceAmount, 'USD'), 'source')).toEqual(net);
      }),
    );
  });

  test('there and back: what a source gives never costs more than that source, and the last cent it spares is no use', () => {
    fc.assert(
      fc.property(moderatePrice, moderateAmount, (asked, amount) => {
        const there = priced(asked, amount, 'source');
        if (!there) return;
        const back = priced(asked, formatAmount(there.destinationAmount, 'EUR'), 'destination');
        expect(back && back.sourceAmount <= there.sourceAmount).toBe(true);
        const again = back && priced(asked, formatAmount(back.sourceAmount, 'USD'), 'source');
        expect(again?.destinationAmount).toBe(there.destinationAmount);
      }),
    );
  });

  test('back and there: paying the source that a destination needs gives it, and less than one source cent’s worth more', () => {
    fc.assert(
      fc.property(moderatePrice, moderateAmount, (asked, amount) => {
        const back = priced(asked, amount, 'destination');
        const there = back && priced(asked, formatAmount(back.sourceAmount, 'USD'), 'source');
        const more = (there?.destinationAmount ?? -1n) - (back?.destinationAmount ?? 0n);
        const { numerator, denominator } = rateOf(asked);
        expect(more >= 0n && more * denominator < numerator + denominator).toBe(true);
      }),
    );
  });

  test('an amount that is split in two never gives more than the whole', () => {
    fc.assert(
      fc.property(moderatePrice, moderateAmount, moderateAmount, (asked, a, b) => {
        const sum = formatAmount(BigInt(a.replace('.', '')) + BigInt(b.replace('.', '')), 'USD');
        const [one, two, whole] = [a, b, sum].map((amount) => priced(asked, amount, 'source_net')?.destinationAmount);
        expect((one ?? 0n) + (two ?? 0n) <= (whole ?? 0n)).toBe(true);
      }),
    );
  });

  test('of source debits exactly what was asked, source_net the fee on top', () => {
    fc.assert(
      fc.property(anyPrice, anyAmount, (asked, amount) => {
        const source = priced(asked, amount, 'source');
        const net = priced(asked, amount, 'source_net');
        if (source) expect(formatAmount(source.sourceAmount, 'USD')).toBe(amount);
        if (net) expect(formatAmount(net.sourceAmount - asked.fee, 'USD')).toBe(amount);
      }),
    );
  });
});

describe('capabilities', () => {
  const routing = (capabilities: Corridor['capabilities']) => ({ ...euros, capabilities });

  test.each([
    [{ exactOutput: false, indicativePricing: true }, 'destination', 'EXACT_OUTPUT_UNSUPPORTED'],
    [{ exactOutput: false, indicativePricing: true }, 'source_net', 'EXACT_OUTPUT_UNSUPPORTED'],
    [{ exactOutput: true, indicativePricing: false }, 'source_net', 'INDICATIVE_PRICING_UNAVAILABLE'],
    [{ exactOutput: false, indicativePricing: false }, 'source_net', 'INDICATIVE_PRICING_UNAVAILABLE'],
  ] as const)('a routing with %o refuses %s: %s', (capabilities, leg, type) => {
    expect(refusal(() => priceText(routing(capabilities), price, '100.00', leg))).toBe(type);
  });

  test('every routing prices source; one that can do everything prices every leg', () => {
    const nothing = routing({ exactOutput: false, indicativePricing: false });
    expect(priceText(nothing, price, '100.00', 'source').destinationAmount).toBe(9_154n);
    for (const leg of amountLegs) expect(priceText(routing(everything), price, '100.00', leg).fee).toBe(50n);
  });

  test('destination needs no market rate', () => {
    const naira = routing({ exactOutput: true, indicativePricing: false });
    expect(priceText(naira, price, '92.00', 'destination').destinationAmount).toBe(9_200n);
  });
});

describe('the range of a corridor', () => {
  const narrow = { ...euros, minimum: 1_000n, maximum: 2_000n };

  test.each(['10.00', '20.00'])('includes its bound %s', (amount) => {
    expect(formatAmount(priceText(narrow, price, amount, 'source').sourceAmount, 'USD')).toBe(amount);
  });

  test.each([
    ['9.99', 'source', 'minimum of 10.00 USD'],
    ['20.01', 'source', 'maximum of 20.00 USD'],
    ['19.51', 'source_net', 'maximum of 20.00 USD'],
    ['18.00', 'destination', 'maximum of 20.00 USD'],
  ] as const)('refuses %s as %s, and names the bound', (amount, leg, detail) => {
    expect(refusal(() => priceText(narrow, price, amount, leg))).toBe('BAD_REQUEST');
    expect(() => priceText(narrow, price, amount, leg)).toThrow(detail);
  });
});

describe('a price that cannot be', () => {
  test.each(['0.01', '0.50', '0.51'])('%s leaves nothing after the fee: QUOTE_NOT_POSITIVE', (amount) => {
    expect(refusal(() => priceText({ ...euros, minimum: 0n }, price, amount, 'source'))).toBe('QUOTE_NOT_POSITIVE');
  });

  test.each(amountLegs)('%s with more places than the currency has names the amount', (leg) => {
    const act = () => priceText(euros, price, '1.001', leg);
    expect(refusal(act)).toBe('VALIDATION_ERROR');
    expect(act).toThrow('amount: has more decimal places');
  });

  test('a rail with a negative fee is CURRENCY_PRECISION_MISMATCH', () => {
    expect(refusal(() => priceText(euros, { rate: '0.92', fee: -1n }, '100.00', 'source'))).toBe(
      'CURRENCY_PRECISION_MISMATCH',
    );
  });

  test.each(['0', '-1', '1.123456789', '1e3', 'abc', ''])(
    'a rail that asks %j is CURRENCY_PRECISION_MISMATCH',
    (rate) => {
      expect(refusal(() => priceText(euros, { rate, fee: 50n }, '100.00', 'source'))).toBe(
        'CURRENCY_PRECISION_MISMATCH',
      );
    },
  );
});
