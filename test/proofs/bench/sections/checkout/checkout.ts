import { type CardPaymentsFigures, measureCardPayments } from './card-payments.ts';
import { measurePayments, type PaymentsFigures } from './modelled-payments.ts';
import { type BuyersFigures, measureBuyers } from './one-machine-buyers.ts';
import { type PageWeight, weighPages } from './page-weight.ts';

export interface CheckoutSizes {
  /** Of a link's page, one after another. */
  readonly pageReads: number;
  /** At once on one link. */
  readonly buyers: number;
  /** On the modelled store: simulated ones, and those by the card page of one link. */
  readonly payments: number;
  readonly cardPayments: number;
}

export interface CheckoutFigures {
  readonly page: PageWeight;
  readonly modelled: PaymentsFigures;
  readonly cards: LinkFigures;
  readonly stack: BuyersFigures;
}

/** Card payments on one link. */
interface LinkFigures {
  readonly unbounded: CardPaymentsFigures;
  /** It counts its places, which every buyer takes one of. */
  readonly withPlaces: CardPaymentsFigures;
}

/** What a link's page weighs and takes, and how many pay at once and a second. */
export async function measureCheckout(
  { pageReads, buyers, payments, cardPayments }: CheckoutSizes,
  progress: (what: string) => void,
): Promise<CheckoutFigures> {
  const page = await weighPages();
  progress(`checkout: modelled store, ${payments} payments`);
  const modelled = await measurePayments(payments);
  progress(`checkout: modelled store, ${cardPayments} payments by card page, without places and with`);
  const cards = await measureLinks(cardPayments);
  progress(`checkout: one-machine stack, ${buyers} buyers`);
  return { page, modelled, cards, stack: await measureBuyers(pageReads, buyers) };
}

/** A little more than the bars ask for: what comes back in the time that is measured is not as even as what comes. */
const offered = { unbounded: 38, withPlaces: 21.5 };

export async function measureLinks(buyers: number): Promise<LinkFigures> {
  return {
    unbounded: await measureCardPayments({ buyers, offered: offered.unbounded }),
    withPlaces: await measureCardPayments({
      buyers,
      offered: offered.withPlaces,
      link: { maxPayments: 2 * buyers },
    }),
  };
}
