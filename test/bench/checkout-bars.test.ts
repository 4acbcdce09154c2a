import { expect, test } from 'vitest';
import { checkoutBars } from './checkout-bars.ts';
import type { CheckoutFigures } from './sections/checkout/checkout.ts';
import { measurePayments } from './sections/checkout/modelled-payments.ts';
import { weighPages } from './sections/checkout/page-weight.ts';

const rate = { perSecond: 40, p50Ms: 300, p99Ms: 320, errors: 0 };
const good: CheckoutFigures = {
  page: { bytes: 4_000, largestBytes: 30_000, tableCalls: 1 },
  modelled: { callers: 16, payments: rate, accepts: rate },
  stack: { pageP50Ms: 4, staticP50Ms: 1, buyers: 50, refusals: 0, paid: 50, paidSeconds: 6, load: 1 },
};
const { page, modelled, stack } = good;

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
  ['checkout, one-machine stack, 50 buyers at once: all paid', { stack: { ...stack, paidSeconds: 6.1 } }],
  ['checkout, one-machine stack, 50 buyers at once: not paid', { stack: { ...stack, paid: 49 } }],
])('a figure that is a little worse misses its bar alone: %s', (name, figures) => {
  expect(missedBy({ ...good, ...figures })).toEqual([name]);
});

test('fewer buyers have their share of the time', () => {
  const few = { ...stack, buyers: 10, paid: 10, paidSeconds: 1.2 };
  expect(missedBy({ ...good, stack: few })).toEqual([]);
  expect(missedBy({ ...good, stack: { ...few, paidSeconds: 1.3 } })).toHaveLength(1);
});

test('pages and payments keep their bars wherever they are measured', async () => {
  const measured = await measurePayments(100);
  expect(measured).toEqual(await measurePayments(100));
  expect(missedBy({ ...good, page: await weighPages(), modelled: measured })).toEqual([]);
});
