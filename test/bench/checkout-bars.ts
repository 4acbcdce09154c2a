import { atLeast, atMost } from './bar.ts';
import type { Bar } from './figures.ts';
import type { CheckoutFigures } from './sections/checkout/checkout.ts';
import { round } from './statistics.ts';

const pageBytes = 30_000;
/** The bar of time is about so many buyers: what `--quick` plays is judged by its share of it. */
const bar = { buyers: 50, seconds: 6 };
/** A payment writes no more than a payout does. */
const leastRatio = 1;

/** What checkout has promised of its cost and speed. What a page's server takes is shown, and no bar: it is the machine's. */
export function checkoutBars({ page, modelled, stack }: CheckoutFigures): Bar[] {
  const { payments, accepts } = modelled;
  const { buyers, paid, paidSeconds } = stack;
  return [
    atMost('checkout, the largest page: uncompressed', page.largestBytes, pageBytes, 'bytes'),
    atMost('checkout, a page: calls of the table', page.tableCalls, 1),
    atLeast(
      'checkout, modelled, 16 callers: payments to accepts',
      round(payments.perSecond / accepts.perSecond),
      leastRatio,
      'times',
    ),
    atMost('checkout, modelled, 16 callers: errors', payments.errors + accepts.errors, 0),
    atMost(
      `checkout, one-machine stack, ${buyers} buyers at once: all paid`,
      paidSeconds,
      round((bar.seconds * buyers) / bar.buyers, 1),
      's',
    ),
    atMost(`checkout, one-machine stack, ${buyers} buyers at once: not paid`, buyers - paid, 0),
  ];
}
