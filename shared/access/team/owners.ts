import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { isKnownRole, type Role } from '../../identity/roles.ts';

/**
 * Only an owner can make, change or remove an owner, or a member whose role this release does not know.
 * @param concerned the roles that would be given or taken away
 * @throws ServiceError FORBIDDEN
 */
export function refuseToTouchOwners(actor: Pick<Member, 'role'>, ...concerned: readonly Role[]): void {
  if (actor.role === 'owner' || concerned.every((role) => role !== 'owner' && isKnownRole(role))) return;
  throw new ServiceError('FORBIDDEN', 'only an owner can make someone an owner, or change or remove an owner');
}

/**
 * Returns the number of owners after a member's role has changed or ended. An organization without an owner could never
 * get one again.
 * @throws ServiceError BAD_REQUEST when no owner would be left
 */
export function ownersAfter({ owners = 0 }: Pick<Organization, 'owners'>, from: Role, to?: Role): number {
  const left = owners - Number(from === 'owner') + Number(to === 'owner');
  if (from === 'owner' && left < 1) {
    throw new ServiceError('BAD_REQUEST', 'the last owner cannot leave; make someone else an owner first');
  }
  return left;
}
