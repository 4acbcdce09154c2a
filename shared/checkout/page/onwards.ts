import type { Link } from '../links/link.ts';

const name = 'payment_id';

/**
 * Returns the address of the merchant's own page, with the id of the payment. Merchants must look up the payment by
 * that id, because the visit alone proves nothing. The rest of the address stays byte for byte as the merchant wrote
 * it, because it may be signed.
 * @param address the link's `successUrl` or `cancelUrl`
 */
export function onwardsTo(address: Link['successUrl'], paymentId: string): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const [, page = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  return `${page}?${withPayment(query ?? '', `${name}=${paymentId}`)}${fragment}`;
}

/** Replaces the first parameter with the payment's name, or appends one. */
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
  // The leading & preserves a question mark at the very beginning, which the parser would drop.
  return new URLSearchParams(`&${part}`).has(name);
}
