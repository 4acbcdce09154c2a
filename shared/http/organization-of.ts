import type { RequestState } from './request-state.ts';
import type { StepContext } from './step.ts';

/**
 * Returns the id of the organization that a call is about: the one in the path, or the owner of the resource named
 * there.
 */
export async function organizationOf(
  { parameters }: RequestState,
  { endpoint, runtime }: StepContext,
): Promise<string | undefined> {
  if (endpoint.findOrganization) return endpoint.findOrganization(parameters, runtime.store);
  return parameters.orgId ?? parameters.organizationId;
}
