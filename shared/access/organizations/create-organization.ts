import { init } from '@paralleldrive/cuid2';
import { create, type Write } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import { HeadEntity, newHead } from '../../journal/commit/head.ts';
import type { Mode, Runtime } from '../../ports/runtime.ts';

export interface NewOrganization {
  readonly name: string;
  readonly mode: Mode;
  /** USD by default. */
  readonly settlementCurrency?: string | undefined;
  readonly counterpartId?: string;
  readonly features?: Organization['features'];
  /** Active by default. */
  readonly status?: Organization['status'];
  /** Chosen by the caller if a repeated creation must find the first organization. */
  readonly organizationId?: string;
}

/** An organization id: a bare cuid (specification, notation). */
export const newOrganizationId: () => string = init({ length: 24 });

/** Creates an organization with an empty journal. Business verification is a separate step. */
export async function createOrganization(
  { clock, ids, store }: Pick<Runtime, 'clock' | 'ids' | 'store'>,
  { organizationId = newOrganizationId(), ...organization }: NewOrganization,
): Promise<{ organizationId: string }> {
  await store.transact(organizationWrites({ ...organization, organizationId }, clock()), ids.token());
  return { organizationId };
}

/** An organization and the head of its journal. */
export function organizationWrites(
  {
    organizationId,
    name,
    mode,
    settlementCurrency = 'USD',
    counterpartId,
    features,
    status = 'active',
  }: NewOrganization & { readonly organizationId: string },
  now: number,
): Write[] {
  return [
    create(OrganizationEntity, {
      organizationId,
      version: 1,
      name,
      mode,
      status,
      verified: false,
      settlementCurrency,
      ...(counterpartId && { counterpartId }),
      ...(features && { features }),
      createdAt: timestamp(now),
    }),
    create(HeadEntity, newHead(organizationId, now)),
  ];
}
