import { commitOnce, verify } from '../../shared/journal/commit/support.ts';
import type { TestOrganization } from '../../support/journey.ts';
import type { Stage } from '../observed.ts';

/** An organization that may send real money, and has some. */
export async function liveOrganization({ service }: Stage): Promise<TestOrganization> {
  const organization = await service.organization('live');
  await verify(service.runtime, organization.organizationId);
  await commitOnce(service.runtime, organization.organizationId, 1000_00n);
  return organization;
}
