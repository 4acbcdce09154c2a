import type { Organization } from '../../identity/organization.ts';
import type { Link } from '../links/link.ts';
import { isOver } from '../links/link-status.ts';
import { methodOf } from '../methods/methods.ts';
import type { OfferingRails } from '../methods/payment-method.ts';

/**
 * The methods of a link that a buyer can choose.
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
 * Why a published link can no longer be paid by anyone, whatever they have started. Decided by the clock, without a
 * worker.
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
 * Why nobody can start to pay a published link. Undefined while they can.
 * @param rails as {@link methodsOffered} takes it
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
