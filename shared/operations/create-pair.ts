import { newOrganizationId } from '../access/organizations/create-organization.ts';
import { type OrganizationPair, OrganizationPairEntity, pairRef } from '../access/organizations/organization-pair.ts';
import { organizationWrites } from '../access/organizations/organization-writes.ts';
import { addMember } from '../access/team/add-member.ts';
import { payingCurrencies } from '../corridors/catalog/served-corridors.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import { lostRace } from '../ground/table/retry-lost-race.ts';
import { create } from '../ground/table/writes.ts';
import { memberRef } from '../identity/member.ts';
import type { Organization } from '../identity/organization.ts';
import { decideAndCommit } from '../journal/commit/decide.ts';
import type { AuditedRequest } from '../journal/rows/audit-row.ts';
import type { Runtime } from '../ports/runtime.ts';

export interface NewPair {
  /** Chosen by the operator. The same reference never creates a second pair. */
  readonly reference: string;
  readonly name: string;
  readonly currency?: string | undefined;
  /** Switched on in both organizations from the start. */
  readonly features?: Organization['features'];
  readonly owner: { readonly userId: string; readonly email: string };
}

/**
 * Creates a customer: a live and a sandbox organization, with the first owner as a member of both. A repeated call
 * completes what is missing, whatever the outcome of the first one, and returns the same pair.
 * @throws ServiceError CONFLICT when the reference was used for something else; BAD_REQUEST for a currency that no
 * corridor pays from
 */
export async function createPair(
  runtime: Runtime<'corridors'>,
  request: NewPair,
  auditOf: (organizationId: string) => AuditedRequest,
): Promise<{ liveId: string; sandboxId: string }> {
  const { liveId, sandboxId } = await findOrCreate(runtime, request);
  for (const organizationId of [liveId, sandboxId]) {
    await addFirstOwner(runtime, organizationId, request.owner, auditOf(organizationId));
  }
  return { liveId, sandboxId };
}

async function findOrCreate(runtime: Runtime<'corridors'>, request: NewPair): Promise<OrganizationPair> {
  const { reference, name, currency, features = [], owner } = request;
  const requested = [name, currency ?? null, owner.userId, owner.email];
  // Without features the hash equals that of earlier releases, so that older pairs are found again.
  const hash = sha256Hex(JSON.stringify(features.length > 0 ? [...requested, features] : requested));
  const found = (await runtime.store.get(pairRef(reference))) ?? (await createBoth(runtime, request, hash));
  if (found.hash !== hash) throw new ServiceError('CONFLICT', 'this reference was used for another customer');
  return found;
}

/** @returns the new pair, or the one that another call created at the same time */
async function createBoth(
  runtime: Runtime<'corridors'>,
  { reference, name, currency, features }: NewPair,
  hash: string,
): Promise<OrganizationPair> {
  const { clock, ids, store } = runtime;
  refuseUnpayingCurrency(runtime, currency);
  const now = clock();
  const pair: OrganizationPair = { reference, hash, liveId: newOrganizationId(), sandboxId: newOrganizationId() };
  const { liveId, sandboxId } = pair;
  const both = { name, settlementCurrency: currency, features };
  const writes = [
    create(OrganizationPairEntity, pair),
    ...organizationWrites({ ...both, mode: 'live', organizationId: liveId, counterpartId: sandboxId }, now),
    ...organizationWrites({ ...both, mode: 'sandbox', organizationId: sandboxId, counterpartId: liveId }, now),
  ];
  try {
    await store.transact(writes, ids.token());
    return pair;
  } catch (error) {
    const first = lostRace(error) && (await store.get(pairRef(reference)));
    if (first) return first;
    throw error;
  }
}

/**
 * Payouts are paid from the settlement currency. The sandbox has every corridor, so it shows which currencies can pay.
 * @throws ServiceError BAD_REQUEST
 */
function refuseUnpayingCurrency(runtime: Pick<Runtime<'corridors'>, 'rails'>, currency: string | undefined): void {
  const paying = payingCurrencies(runtime, 'sandbox');
  if (currency === undefined || paying.includes(currency)) return;
  throw new ServiceError('BAD_REQUEST', `no corridor pays from ${currency}; available: ${paying.join(', ')}`);
}

/** Adds the first owner, once. If an organization already has an owner, its members manage it themselves. */
async function addFirstOwner(
  runtime: Runtime<'corridors'>,
  organizationId: string,
  owner: NewPair['owner'],
  audit: AuditedRequest,
): Promise<void> {
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { member: memberRef(organizationId, owner.userId) },
      decide: ({ organization, member }, draft) => {
        if (member || organization.owners) return undefined;
        addMember(draft, organization, { ...owner, role: 'owner' });
        return { reply: { status: 200, body: undefined }, resourceId: organizationId };
      },
    },
    { audit },
  );
}
