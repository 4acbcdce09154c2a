import type { Organization } from '../../identity/organization.ts';
import type { Link } from '../links/link.ts';
import { isOver } from '../links/link-status.ts';
import { methodOf } from '../methods/methods.ts';
import type { OfferingRails } from '../methods/payment-method.ts';

/**
 * Returns the methods of a link that a buyer can choose.
 * @param rails of the organization; without them, methods that depend on one are not offered
 */
export function methodsOffered(
  { methods }: Pick<Link, 'methods'>,
  organization: Pick<Organization, 'connections'>,
  rails: OfferingRails = {},
): Link['methods'] {
  return methods.filter((method) => {
    const known = methodOf(method.kind);
    return known !== undefined && (known.isOffered?.(rails, organization, method as never) ?? true);
  });
}

/** `busy`: too many attempts on the link, or from the buyer's network (`attempt-bounds.ts`). */
export type NotPayable = 'unavailable' | 'paused' | 'expired' | 'noMethod' | 'full' | 'busy';

/**
 * Returns why nobody can pay a published link anymore, not even a buyer who has started to. The result depends on the
 * clock, so no worker is needed.
 */
export function whyEnded(
  { status, expiresAt }: Pick<Link, 'status' | 'expiresAt'>,
  organization: Pick<Organization, 'status'>,
  now: number,
): NotPayable | undefined {
  if (organization.status === 'suspended') return 'unavailable';
  if (status === 'paused') return 'paused';
  return isOver(expiresAt, now) ? 'expired' : undefined;
}

/**
 * Returns why nobody can start to pay a published link, or undefined while buyers can.
 * @param rails see {@link methodsOffered}
 */
export function whyNotPayable(
  link: Pick<Link, 'status' | 'expiresAt' | 'methods' | 'maxPayments' | 'placesTaken'>,
  organization: Pick<Organization, 'status' | 'connections'>,
  now: number,
  rails?: OfferingRails,
): NotPayable | undefined {
  const reason = whyEnded(link, organization, now);
  if (reason) return reason;
  if (methodsOffered(link, organization, rails).length === 0) return 'noMethod';
  return link.maxPayments !== undefined && link.placesTaken >= link.maxPayments ? 'full' : undefined;
}
