import { expect, test } from 'vitest';
import { checkoutBars } from './checkout-bars.ts';
import { type CheckoutFigures, measureLinks } from './sections/checkout/checkout.ts';
import { measurePayments } from './sections/checkout/modelled-payments.ts';
import { weighPages } from './sections/checkout/page-weight.ts';

const rate = { perSecond: 40, p50Ms: 300, p99Ms: 320, errors: 0 };
const card = { offered: 37, perSecond: 35, openP99Ms: 1_000, returnP99Ms: 1_000, conflicts: 1, notPaid: 0 };
const good: CheckoutFigures = {
  page: { bytes: 4_000, largestBytes: 30_000, tableCalls: 1 },
  modelled: { callers: 16, payments: rate, accepts: rate },
  cards: { unbounded: card, withPlaces: { ...card, perSecond: 20 } },
  stack: { pageP50Ms: 4, staticP50Ms: 1, buyers: 50, refusals: 0, paid: 50, paidSeconds: 6, load: 1 },
};
const { page, modelled, cards, stack } = good;

function missedBy(figures: CheckoutFigures): string[] {
  return checkoutBars(figures).flatMap(({ name, met }) => (met ? [] : [name]));
}

test('figures that are just good enough meet every bar of checkout', () => {
  expect(missedBy(good)).toEqual([]);
});

test.each<[string, Partial<CheckoutFigures>]>([
  ['checkout, the largest page: uncompressed', { page: { ...page, largestBytes: 30_001 } }],
  ['checkout, a page: calls of the table', { page: { ...page, tableCalls: 2 } }],
  [
    'checkout, modelled, 16 callers: payments to accepts',
    { modelled: { ...modelled, payments: { ...rate, perSecond: 39.6 } } },
  ],
  ['checkout, modelled, 16 callers: errors', { modelled: { ...modelled, payments: { ...rate, errors: 1 } } }],
  [
    'checkout, modelled, card payments on one link: a second',
    { cards: { ...cards, unbounded: { ...card, perSecond: 34.9 } } },
  ],
  [
    'checkout, modelled, card payments on one link that counts its places: a second',
    { cards: { ...cards, withPlaces: { ...card, perSecond: 19.9 } } },
  ],
  [
    'checkout, modelled, card payments on one link: p99 until the card page',
    { cards: { ...cards, unbounded: { ...card, openP99Ms: 1_001 } } },
  ],
  [
    'checkout, modelled, card payments on one link: p99 of coming back',
    { cards: { ...cards, unbounded: { ...card, returnP99Ms: 1_001 } } },
  ],
  [
    'checkout, modelled, card payments on one link: not paid',
    { cards: { ...cards, unbounded: { ...card, notPaid: 1 } } },
  ],
  ['checkout, one-machine stack, 50 buyers at once: all paid', { stack: { ...stack, paidSeconds: 6.1 } }],
  ['checkout, one-machine stack, 50 buyers at once: not paid', { stack: { ...stack, paid: 49 } }],
])('a figure that is a little worse misses its bar alone: %s', (name, figures) => {
  expect(missedBy({ ...good, ...figures })).toEqual([name]);
});

test('pages and payments keep their bars wherever they are measured', async () => {
  const measured = await measurePayments(100);
  expect(measured).toEqual(await measurePayments(100));
  expect(missedBy({ ...good, page: await weighPages(), modelled: measured })).toEqual([]);
});

test('buyers pay by card on one link as fast as promised wherever that is measured', { timeout: 180_000 }, async () => {
  expect(missedBy({ ...good, cards: await measureLinks(250) })).toEqual([]);
});
