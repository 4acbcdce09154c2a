import { create, type Write } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import { HeadEntity, newHead } from '../../journal/commit/head.ts';
import type { Mode } from '../../ports/runtime.ts';

export interface NewOrganization {
  readonly name: string;
  readonly mode: Mode;
  /** USD by default. */
  readonly settlementCurrency?: string | undefined;
  readonly counterpartId?: string;
  readonly features?: Organization['features'];
  /** Active by default. */
  readonly status?: Organization['status'];
  /** Given by the caller if a repeated creation must find the first organization. */
  readonly organizationId?: string;
}

/** Returns the writes that create an organization and the head of its journal. */
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
