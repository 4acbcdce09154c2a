import { measurePayments, type PaymentsFigures } from './modelled-payments.ts';
import { type BuyersFigures, measureBuyers } from './one-machine-buyers.ts';
import { type PageWeight, weighPages } from './page-weight.ts';

export interface CheckoutSizes {
  /** Of a link's page, one after another. */
  readonly pageReads: number;
  /** At once on one link. */
  readonly buyers: number;
  /** On the modelled store. */
  readonly payments: number;
}

export interface CheckoutFigures {
  readonly page: PageWeight;
  readonly modelled: PaymentsFigures;
  readonly stack: BuyersFigures;
}

/** What a link's page weighs and takes, and how many pay at once and a second. */
export async function measureCheckout(
  { pageReads, buyers, payments }: CheckoutSizes,
  progress: (what: string) => void,
): Promise<CheckoutFigures> {
  const page = await weighPages();
  progress(`checkout: modelled store, ${payments} payments`);
  const modelled = await measurePayments(payments);
  progress(`checkout: one-machine stack, ${buyers} buyers`);
  return { page, modelled, stack: await measureBuyers(pageReads, buyers) };
}
