import { isDeepStrictEqual } from 'node:util';
import { presentPolicy } from '../../access/organizations/present-policy.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { capNames } from '../../identity/controls.ts';
import type { Organization } from '../../identity/organization.ts';
import { changedPolicy } from './changed-policy.ts';
import type { PolicyChange, RequestedPolicyChange } from './policy-change.ts';

/** Only the controls that a change names, before and after the change. */
export function requestedChange(
  before: Organization,
  after: Organization,
  change: PolicyChange,
): RequestedPolicyChange {
  return { from: namedBy(change, before), to: namedBy(change, after) };
}

/**
 * Refuses a change if the controls that it names have changed since it was requested. People vote on a change from one
 * policy to another, and it must not undo what was set in the meantime, which is usually stricter.
 * @throws ServiceError CONFLICT
 */
export function refuseChangedMeanwhile(organization: Organization, { from, to }: RequestedPolicyChange): void {
  // A control that `from` does not contain was not set: `from` may be older than the control.
  if (isDeepStrictEqual(namedBy(to, organization), namedBy(to, changedPolicy(organization, from)))) return;
  throw new ServiceError('CONFLICT', 'what would be changed has changed since the request');
}

function namedBy({ limits, velocity, approvals }: PolicyChange, organization: Organization): PolicyChange {
  // Only the organization's own caps: this change does not affect the platform's.
  const policy = presentPolicy({ ...organization, platformLimits: undefined, platformVelocity: undefined });
  const named = limits && capNames.filter((name) => limits[name] !== undefined);
  return {
    ...(named && { limits: Object.fromEntries(named.map((name) => [name, policy.limits[name]])) }),
    ...(velocity !== undefined && { velocity: policy.velocity }),
    ...(approvals !== undefined && { approvals: policy.approvals }),
  };
}
