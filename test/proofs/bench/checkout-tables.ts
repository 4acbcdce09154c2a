import type { CardPaymentsFigures } from './sections/checkout/card-payments.ts';
import type { CheckoutFigures } from './sections/checkout/checkout.ts';
import type { Rate } from './service/modelled-rate.ts';
import { round } from './statistics.ts';
import { type Row, table } from './table.ts';

/** The figures of checkout as tables for a terminal. */
export function checkoutTables({ page, modelled, cards, stack }: CheckoutFigures): string[] {
  const { pageP50Ms, staticP50Ms, buyers, refusals, paid, paidSeconds, load } = stack;
  const rate = (name: string, { perSecond, p50Ms, p99Ms, errors }: Rate): Row => [
    name,
    perSecond,
    p50Ms,
    p99Ms,
    errors,
  ];
  return [
    table("A link's page, one-machine stack", [
      ['bytes', 'largest', 'calls', 'p50 ms', 'static page p50 ms', 'ratio'],
      [page.bytes, page.largestBytes, page.tableCalls, pageP50Ms, staticP50Ms, round(pageP50Ms / staticP50Ms, 1)],
    ]),
    table(`Payments of one organization on the modelled store, ${modelled.callers} callers`, [
      ['', '/s', 'p50 ms', 'p99 ms', 'errors'],
      rate('simulated payments', modelled.payments),
      rate('accepts', modelled.accepts),
    ]),
    table('Card payments on one link on the modelled store, buyers of 64 networks', [
      ['', 'offered /s', 'paid /s', 'open p99 ms', 'return p99 ms', 'conflicts each', 'not paid'],
      cardRow('without places', cards.unbounded),
      cardRow('with places', cards.withPlaces),
    ]),
    table('Buyers at once on one link, one-machine stack', [
      ['buyers', 'asked again', 'paid', 'seconds', '/s', 'load'],
      [buyers, refusals, paid, paidSeconds, round(paid / paidSeconds, 1), load],
    ]),
  ];
}

function cardRow(name: string, figures: CardPaymentsFigures): Row {
  const { offered, perSecond, openP99Ms, returnP99Ms, conflicts, notPaid } = figures;
  return [name, offered, perSecond, openP99Ms, returnP99Ms, conflicts, notPaid];
}
