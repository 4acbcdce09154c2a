import { init } from '@paralleldrive/cuid2';
import type { Runtime } from '../../ports/runtime.ts';
import { type NewOrganization, organizationWrites } from './organization-writes.ts';

/** Returns a new organization id: a bare cuid (specification, notation). */
export const newOrganizationId: () => string = init({ length: 24 });

/** Creates an organization with an empty journal. Business verification is a separate step. */
export async function createOrganization(
  { clock, ids, store }: Pick<Runtime, 'clock' | 'ids' | 'store'>,
  { organizationId = newOrganizationId(), ...organization }: NewOrganization,
): Promise<{ organizationId: string }> {
  await store.transact(organizationWrites({ ...organization, organizationId }, clock()), ids.token());
  return { organizationId };
}
