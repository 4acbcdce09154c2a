import { issueApiKey, mostYears } from '../access/api-keys/issue-api-key.ts';
import { organizationWrites } from '../access/organizations/organization-writes.ts';
import { revokeApiKey } from '../approvals/revoke-api-key.ts';
import { type Canary, CanaryEntity, canaryRef } from '../canary/canary-rows.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { conditionOf, equals } from '../ground/table/conditions.ts';
import { absent, refTo } from '../ground/table/expressions.ts';
import { ConditionFailed } from '../ground/table/refusals.ts';
import { lostRace } from '../ground/table/retry-lost-race.ts';
import { yearsLater } from '../ground/time/read-instant.ts';
import { canaryOrganizationId } from '../identity/canary.ts';
import { OrganizationEntity } from '../identity/organization.ts';
import type { Execution } from '../journal/commit/execution.ts';
import type { Runtime } from '../ports/runtime.ts';

const organizationId = canaryOrganizationId;

/**
 * Creates the canary's organization, and registers the public half of its KMS key as its API key. Keys expire, so a
 * repeated call issues a new one and revokes the previous one. A call that dies halfway leaves a key that only the same
 * KMS key can use.
 * @throws ServiceError CONFLICT if the stage has no canary, or another call was faster
 */
export async function createCanary(
  runtime: Runtime<'canaryKey'>,
  execution: Execution,
): Promise<{ organizationId: string; apiKeyId: string; expiresAt: string }> {
  const publicKey = await runtime.canaryPublicKey?.();
  if (publicKey === undefined) {
    throw new ServiceError('CONFLICT', 'this stage has no canary: deploy it with -c canary=true first');
  }
  await ensureOrganization(runtime);
  const former = await runtime.store.get(canaryRef);
  const key = { organizationId, name: 'canary', publicKey, scopes: ['read', 'write'], issuedBy: 'canary' } as const;
  const expiresAt = yearsLater(runtime.clock(), mostYears);
  const { body } = await issueApiKey(runtime, { ...key, expiresAt }, execution);
  await replaceKey(runtime, former, body.id);
  if (former) await revokeApiKey(runtime, { organizationId, id: former.apiKeyId });
  return { organizationId, apiKeyId: body.id, expiresAt: body.expiresAt };
}

/** One of two simultaneous calls is refused, so that neither revokes the key that the other has set. */
async function replaceKey({ store }: Runtime, former: Canary | undefined, apiKeyId: string): Promise<void> {
  const unchanged = former ? conditionOf<Canary>(equals({ apiKeyId: former.apiKeyId })) : absent;
  try {
    await store.put(CanaryEntity, { organizationId, apiKeyId }, unchanged);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new ServiceError('CONFLICT', 'another call has issued the key of the canary meanwhile');
  }
}

async function ensureOrganization({ clock, ids, store }: Runtime): Promise<void> {
  if (await store.get(refTo(OrganizationEntity, { organizationId }))) return;
  const canary: Parameters<typeof organizationWrites>[0] = {
    organizationId,
    name: 'Canary',
    mode: 'sandbox',
    features: ['developer'],
  };
  try {
    await store.transact(organizationWrites(canary, clock()), ids.token());
  } catch (error) {
    // Another call has created it at the same time.
    if (!lostRace(error)) throw error;
  }
}
