import { type ApiKey, ApiKeyEntity } from '../../identity/api-key.ts';
import type { Organization } from '../../identity/organization.ts';
import { withdrawAccess } from '../../identity/withdraw-access.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import { dropKeys, type KeyRing } from './key-ring.ts';
import { revocationSettlesMs, revocationWork } from './revocation-work.ts';

/** As many as leave room for whatever else a commit does. */
export const keysPerCommit = 20;

/**
 * Ends keys at once, for requests under way too, and asks for the end of the approvals that they asked for: two writes a key, and
 * the ring.
 * @param organization as it is to be written
 * @param keys as they were looked up
 * @returns it without their access
 */
export function endKeys(
  draft: JournalDraft,
  organization: Organization,
  ring: KeyRing | undefined,
  keys: readonly ApiKey[],
): Organization {
  if (keys.length === 0) return organization;
  for (const key of keys) {
    draft.change(ApiKeyEntity, { ...key, revokedAt: draft.now });
    draft.write(scheduleWork(revocationWork(key), draft.now + revocationSettlesMs));
  }
  dropKeys(
    draft,
    ring,
    keys.map(({ id }) => id),
  );
  return keys.reduce((after, { id }) => withdrawAccess(after, id, draft.now), organization);
}
