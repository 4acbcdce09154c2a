import { init } from '@paralleldrive/cuid2';
import { HeadEntity, newHead } from '../journal/head.ts';
import { timestamp } from '../runtime/clock.ts';
import type { Mode, Runtime } from '../runtime/runtime.ts';
import { create } from '../table/writes.ts';
import { OrganizationEntity } from './organization.ts';

interface NewOrganization {
  readonly name: string;
  readonly mode: Mode;
  /** Chosen by the caller where a repeated creation must find the first one. */
  readonly organizationId?: string;
}

/** An organization id: a bare cuid (specification, notation). */
export const newOrganizationId: () => string = init({ length: 24 });

/** Creates an organization with an empty journal. Business verification is a step of its own. */
export async function createOrganization(
  { clock, ids, store }: Pick<Runtime, 'clock' | 'ids' | 'store'>,
  { name, mode, organizationId = newOrganizationId() }: NewOrganization,
): Promise<{ organizationId: string }> {
  const now = clock();
  await store.transact(
    [
      create(OrganizationEntity, {
        organizationId,
        version: 1,
        name,
        mode,
        status: 'active',
        verified: false,
        settlementCurrency: 'USD',
        createdAt: timestamp(now),
      }),
      create(HeadEntity, newHead(organizationId, now)),
    ],
    ids.token(),
  );
  return { organizationId };
}
