import { atLeast, atMost, ofFullSize } from './bar.ts';
import type { Bar } from './figures.ts';
import type { CardPaymentsFigures } from './sections/checkout/card-payments.ts';
import type { CheckoutFigures } from './sections/checkout/checkout.ts';
import { round } from './statistics.ts';

const pageBytes = 30_000;
/** Of as many buyers as are played in full. */
const mostPaidSeconds = 6;
/** A payment writes no more than a payout does. */
const leastRatio = 1;

/** What checkout has promised of its cost and speed. What a page's server takes is shown, and no bar: it is the machine's. */
export function checkoutBars({ page, modelled, cards, stack }: CheckoutFigures): Bar[] {
  const { payments, accepts } = modelled;
  const { unbounded, withPlaces } = cards;
  const { buyers, paid, paidSeconds } = stack;
  return [
    atMost('checkout, the largest page: uncompressed', page.largestBytes, pageBytes, 'bytes'),
    atMost('checkout, a page: calls of the table', page.tableCalls, 1),
    ...ofFullSize(
      atLeast(
        'checkout, modelled, 16 callers: payments to accepts',
        round(payments.perSecond / accepts.perSecond),
        leastRatio,
        'times',
      ),
      atMost(`checkout, one-machine stack, ${buyers} buyers at once: all paid`, paidSeconds, mostPaidSeconds, 's'),
    ),
    atMost('checkout, modelled, 16 callers: errors', payments.errors + accepts.errors, 0),
    ...cardBars('one link', unbounded, 35),
    ...cardBars('one link that counts its places', withPlaces, 20),
    atMost(`checkout, one-machine stack, ${buyers} buyers at once: not paid`, buyers - paid, 0),
  ];
}

/** What a buyer waits for the service, and not for the acquirer. */
const longestMs = 1_000;

function cardBars(link: string, figures: CardPaymentsFigures, leastPerSecond: number): Bar[] {
  const name = `checkout, modelled, card payments on ${link}`;
  return [
    ...ofFullSize(
      atLeast(`${name}: a second`, figures.perSecond, leastPerSecond),
      atMost(`${name}: p99 until the card page`, figures.openP99Ms, longestMs, 'ms'),
      atMost(`${name}: p99 of coming back`, figures.returnP99Ms, longestMs, 'ms'),
    ),
    atMost(`${name}: not paid`, figures.notPaid, 0),
  ];
}
