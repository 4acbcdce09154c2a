import type { Link } from '../links/link.ts';

const name = 'payment_id';

/**
 * The merchant's own page, told of the payment: what the merchant reads by that id is true, not that somebody came. All
 * else stays byte for byte as the merchant wrote it, because it may be signed.
 * @param address the link's `successUrl` or `cancelUrl`
 */
export function onwardsTo(address: Link['successUrl'], paymentId: string): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const [, page = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  return `${page}?${withPayment(query ?? '', `${name}=${paymentId}`)}${fragment}`;
}

/** In the place of the first parameter of that name, or at the end. */
function withPayment(query: string, ours: string): string {
  if (query === '') return ours;
  const parts = query.split('&');
  const first = parts.findIndex(isOurs);
  if (first === -1) return `${query}&${ours}`;
  return parts
    .flatMap((part, index) => {
      if (index === first) return [ours];
      return isOurs(part) ? [] : [part];
    })
    .join('&');
}

function isOurs(part: string): boolean {
  // The parser would drop a question mark at the very beginning.
  return new URLSearchParams(`&${part}`).has(name);
}
