import { scheduleWork } from '../due/due-work.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Outcome } from '../journal/commit.ts';
import type { JournalDraft } from '../journal/draft.ts';
import type { Organization } from '../organizations/organization.ts';
import { withdrawAccess } from '../organizations/withdraw-access.ts';
import { replace } from '../table/writes.ts';
import { type ApiKey, ApiKeyEntity, apiKeyRead } from './api-key.ts';
import { dropKey, type KeyRing, keyRingRead } from './key-ring.ts';
import { type ApiKeyBody, presentApiKey } from './present-api-key.ts';
import { revocationSettlesMs, revocationWork } from './revocation-work.ts';

interface Found {
  readonly organization: Organization;
  readonly key: ApiKey | undefined;
  readonly ring: KeyRing | undefined;
}

/**
 * Decides a key's revocation: it ends at once, for requests under way too, and asks for the end of the approvals that the key
 * asked for. One that was revoked before stays as it is.
 * @throws ServiceError NOT_FOUND, the same for another organization's key
 */
export function revokeApiKey(
  { organization, key, ring }: Found,
  draft: JournalDraft,
): Outcome<{ status: 200; body: ApiKeyBody }> {
  const { organizationId } = organization;
  if (!key || key.organizationId !== organizationId) throw new ServiceError('NOT_FOUND', 'no such API key');
  const revoked = key.revokedAt === undefined ? { ...key, revokedAt: draft.now } : key;
  if (revoked !== key) {
    draft.write(replace(ApiKeyEntity, revoked), scheduleWork(revocationWork(revoked), draft.now + revocationSettlesMs));
    dropKey(draft, ring, key.id);
    draft.changeOrganization(withdrawAccess(organization, key.id, draft.now));
  }
  return { reply: { status: 200, body: presentApiKey(revoked) }, resourceId: key.id };
}

/** What decisions on a key read. */
export function keyReads(organizationId: string, id: string) {
  return { key: apiKeyRead(id), ring: keyRingRead(organizationId) };
}
