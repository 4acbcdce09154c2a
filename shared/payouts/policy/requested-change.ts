import { isDeepStrictEqual } from 'node:util';
import { presentPolicy } from '../../access/organizations/present-policy.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { capNames } from '../../identity/controls.ts';
import type { Organization } from '../../identity/organization.ts';
import type { PolicyChange, RequestedPolicyChange } from '../approvals/policy-change.ts';
import { changedPolicy } from './changed-policy.ts';

/** What a change makes of the organization's policy, and of what, in the controls that it names and no others. */
export function requestedChange(
  before: Organization,
  after: Organization,
  change: PolicyChange,
): RequestedPolicyChange {
  return { from: namedBy(change, before), to: namedBy(change, after) };
}

/**
 * People vote on a change from one policy to another. What was set otherwise meanwhile, mostly tighter, is not undone by it.
 * @throws ServiceError CONFLICT
 */
export function refuseChangedMeanwhile(organization: Organization, { from, to }: RequestedPolicyChange): void {
  // What `from` leaves out is not set: it may have been written before there was such a control.
  if (isDeepStrictEqual(namedBy(to, organization), namedBy(to, changedPolicy(organization, from)))) return;
  throw new ServiceError('CONFLICT', 'what would be changed is not any more what it was when the change was asked for');
}

function namedBy({ limits, velocity, approvals }: PolicyChange, organization: Organization): PolicyChange {
  // The organization's own: what the platform caps, this change does not.
  const policy = presentPolicy({ ...organization, platformLimits: undefined, platformVelocity: undefined });
  const named = limits && capNames.filter((name) => limits[name] !== undefined);
  return {
    ...(named && { limits: Object.fromEntries(named.map((name) => [name, policy.limits[name]])) }),
    ...(velocity !== undefined && { velocity: policy.velocity }),
    ...(approvals !== undefined && { approvals: policy.approvals }),
  };
}
