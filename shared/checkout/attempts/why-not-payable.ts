import type { Organization } from '../../identity/organization.ts';
import type { TokenChain } from '../../ports/token-chain.ts';
import type { Link, MethodKind } from '../links/link.ts';
import { isOver } from '../links/link-status.ts';

/** The methods by which pages take payments everywhere. */
const served: readonly string[] = ['card', 'bank'] satisfies MethodKind[];

/**
 * The link's methods that a buyer can choose.
 * @param chain the organization's (`Rails.chain`): without one nothing is paid by crypto
 */
export function methodsOffered({ methods }: Pick<Link, 'methods'>, chain?: TokenChain): Link['methods'] {
  return methods.filter(({ kind }) => served.includes(kind) || (kind === 'crypto' && chain !== undefined));
}

export type NotPayable = 'unavailable' | 'paused' | 'expired' | 'noMethod' | 'full';

/** Why nobody may pay a published link any more, whatever they have begun. By the clock: no worker has to notice. */
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
 * Why nobody can begin to pay a published link; undefined while they can.
 * @param chain as {@link methodsOffered} takes it
 */
export function whyNotPayable(
  link: Pick<Link, 'status' | 'expiresAt' | 'methods' | 'maxPayments' | 'placesTaken'>,
  organization: Pick<Organization, 'status'>,
  now: number,
  chain?: TokenChain,
): NotPayable | undefined {
  const reason = whyEnded(link, organization, now);
  if (reason) return reason;
  if (methodsOffered(link, chain).length === 0) return 'noMethod';
  return link.maxPayments !== undefined && link.placesTaken >= link.maxPayments ? 'full' : undefined;
}
