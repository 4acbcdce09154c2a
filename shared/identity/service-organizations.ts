import { canaryOrganizationId } from './canary.ts';
import { stageOrganizationId } from './stage.ts';

/** Organizations that belong to the service and to no customer. */
const serviceOrganizations = [stageOrganizationId, canaryOrganizationId] as const;

export type ServiceOrganization = (typeof serviceOrganizations)[number];

export function isServiceOrganization(organizationId: string): organizationId is ServiceOrganization {
  return serviceOrganizations.some((one) => one === organizationId);
}
