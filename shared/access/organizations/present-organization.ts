import { formatAmount } from '../../ground/money/money.ts';
import type { Organization } from '../../identity/organization.ts';
import { presentPolicy } from './present-policy.ts';

/**
 * Returns an organization as operators see it. `policy` shows the rules in force; the values of the organization and of
 * the platform show their origin.
 */
export function presentOrganization(organization: Organization) {
  const { organizationId, name, mode, status, verified, counterpartId, createdAt, settlementCurrency } = organization;
  const shown = (limits: Organization['limits'] = {}) =>
    Object.fromEntries(
      Object.entries(limits).flatMap(([limit, minor]) =>
        minor === undefined ? [] : [[limit, formatAmount(minor, settlementCurrency)]],
      ),
    );
  return {
    organizationId,
    name,
    mode,
    status,
    verified,
    ...(counterpartId && { counterpartId }),
    policy: presentPolicy(organization),
    ownLimits: shown(organization.limits),
    platformLimits: shown(organization.platformLimits),
    ownVelocity: organization.velocity ?? null,
    platformVelocity: organization.platformVelocity ?? null,
    createdAt,
  };
}

export type OrganizationBody = ReturnType<typeof presentOrganization>;
