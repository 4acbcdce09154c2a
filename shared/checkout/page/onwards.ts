import type { Link } from '../links/link.ts';

/**
 * The merchant's own page, told of the payment: what the merchant reads by that id is true, not that somebody came.
 * @param address the link's `successUrl` or `cancelUrl`
 */
export function onwardsTo(address: Link['successUrl'], paymentId: string): string | undefined {
  const url = URL.parse(address ?? '');
  if (!url) return undefined;
  // The rest of the query stays as the merchant wrote it.
  if (url.searchParams.has('payment_id')) url.searchParams.set('payment_id', paymentId);
  else url.search += `${url.search === '' ? '?' : '&'}payment_id=${paymentId}`;
  return url.href;
}
