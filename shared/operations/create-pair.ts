import { newOrganizationId, organizationWrites } from '../access/organizations/create-organization.ts';
import { type OrganizationPair, OrganizationPairEntity, pairRead } from '../access/organizations/organization-pair.ts';
import { addMember } from '../access/team/add-member.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import { lostRace } from '../ground/table/retry-lost-race.ts';
import { create } from '../ground/table/writes.ts';
import { memberRead } from '../identity/member.ts';
import type { Organization } from '../identity/organization.ts';
import { decideAndCommit } from '../journal/commit/decide.ts';
import type { AuditedRequest } from '../journal/rows/audit-row.ts';
import type { Runtime } from '../ports/runtime.ts';

export interface NewPair {
  /** The operator's: the same one never makes a second pair. */
  readonly reference: string;
  readonly name: string;
  readonly currency?: string | undefined;
  /** Switched on in both from the start. */
  readonly features?: Organization['features'];
  readonly owner: { readonly userId: string; readonly email: string };
}

/**
 * Creates a customer: a live and a sandbox organization, with the first owner as a member of both. Repeated, whatever came of
 * the first time, it completes what is missing and answers the same pair.
 * @throws ServiceError CONFLICT when the reference was used for something else
 */
export async function createPair(
  runtime: Runtime,
  request: NewPair,
  auditOf: (organizationId: string) => AuditedRequest,
): Promise<{ liveId: string; sandboxId: string }> {
  const { liveId, sandboxId } = await findOrCreate(runtime, request);
  for (const organizationId of [liveId, sandboxId]) {
    await enterFirstOwner(runtime, organizationId, request.owner, auditOf(organizationId));
  }
  return { liveId, sandboxId };
}

async function findOrCreate(runtime: Runtime, request: NewPair): Promise<OrganizationPair> {
  const { reference, name, currency, features = [], owner } = request;
  const asked = [name, currency ?? null, owner.userId, owner.email];
  // Without features it is the hash that it was before there were any, so that older pairs are found again.
  const hash = sha256Hex(JSON.stringify(features.length > 0 ? [...asked, features] : asked));
  const found = (await runtime.store.get(pairRead(reference))) ?? (await createBoth(runtime, request, hash));
  if (found.hash !== hash) throw new ServiceError('CONFLICT', 'this reference was used for another customer');
  return found;
}

/** @returns what somebody else created at the same time, if somebody did */
async function createBoth(
  { clock, ids, store }: Runtime,
  { reference, name, currency, features }: NewPair,
  hash: string,
): Promise<OrganizationPair> {
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
    const first = lostRace(error) && (await store.get(pairRead(reference)));
    if (first) return first;
    throw error;
  }
}

/** Once: an organization that has an owner has members who look after it. */
async function enterFirstOwner(
  runtime: Runtime,
  organizationId: string,
  owner: NewPair['owner'],
  audit: AuditedRequest,
): Promise<void> {
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { member: memberRead(organizationId, owner.userId) },
      decide: ({ organization, member }, draft) => {
        if (member || organization.owners) return undefined;
        addMember(draft, organization, { ...owner, role: 'owner' });
        return { reply: { status: 200, body: undefined }, resourceId: organizationId };
      },
    },
    { audit },
  );
}
