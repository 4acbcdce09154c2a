import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import type { CardAcquirer } from '../../ports/card-acquirer.ts';
import { offersCards } from '../methods/card/card.ts';
import { readItems } from '../price/read-items.ts';
import { mostBaseUnits, totalOf } from '../price/total.ts';
import { productForSale } from '../products/find-product.ts';
import type { Product } from '../products/product.ts';
import type { Link } from './link.ts';
import type { LinkChange } from './link-request.ts';

type PriceFields = 'productId' | 'currency' | 'items' | 'taxRate' | 'taxInclusive' | 'total' | 'tax';
export type LinkPrice = Pick<Link, PriceFields>;
type PriceRequest = Pick<LinkChange, 'productId' | 'currency' | 'items' | 'taxRate' | 'taxInclusive'>;

/**
 * Returns the price that a request gives to a link. The price is then fixed: a new price of the product does not change
 * the link.
 * @param before the price of the link that is changed; it supplies values that the request omits
 * @throws ServiceError NOT_FOUND or BAD_REQUEST for a product; VALIDATION_ERROR for an amount with too many decimal
 * places
 */
export function requestedPrice(
  request: PriceRequest,
  product: Product | undefined,
  before?: LinkPrice,
): LinkPrice | undefined {
  if (request.productId !== undefined) return productPrice(productForSale(product));
  const { currency = before?.currency, items } = request;
  if (!items || currency === undefined) return before;
  const { taxRate = before?.taxRate, taxInclusive = before?.taxInclusive ?? false } = request;
  return withTotal({ productId: undefined, currency, items: readItems(items, currency), taxRate, taxInclusive });
}

function productPrice({ productId, name, description, currency, unitAmount, taxRate, taxInclusive }: Product) {
  return withTotal({
    productId,
    currency,
    items: [{ name, description, quantity: 1, unitAmount }],
    taxRate,
    taxInclusive,
  });
}

function withTotal(price: Omit<LinkPrice, 'total' | 'tax'>): LinkPrice {
  return { ...price, ...totalOf(price) };
}

/**
 * Refuses a total that cannot be paid. Publishing checks whether cards are set up.
 * @throws ServiceError BAD_REQUEST for a total of zero or more than any payment can hold, and, if the link offers
 * cards, for a currency or total that cards cannot be charged with
 */
export function refuseUnpayable(
  { currency, total, methods }: Pick<Link, 'currency' | 'total' | 'methods'>,
  acquirer: Pick<CardAcquirer, 'range'> | undefined,
): void {
  if (total <= 0n) throw new ServiceError('BAD_REQUEST', 'the total is not positive');
  if (total > mostBaseUnits) throw new ServiceError('BAD_REQUEST', 'the total is more than a payment can be');
  if (!acquirer || !offersCards({ methods })) return;
  const range = acquirer.range(currency);
  if (!range) throw new ServiceError('BAD_REQUEST', `unpriceable currency: cards cannot be charged in ${currency}`);
  const { minimum, maximum } = range;
  if (total >= minimum && total <= maximum) return;
  const bounds = [minimum, maximum].map((amount) => formatAmount(amount, currency)).join(' to ');
  throw new ServiceError(
    'BAD_REQUEST',
    `the total is ${formatAmount(total, currency)}, but a card payment can be ${bounds} ${currency}`,
  );
}
