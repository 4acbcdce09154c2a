import { type ApiKey, ApiKeyEntity } from '../../identity/api-key.ts';
import type { Organization } from '../../identity/organization.ts';
import { withdrawAccess } from '../../identity/withdraw-access.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import { linkWorkOfKey } from '../team/link-work.ts';
import { dropKeys, type KeyRing } from './key-ring.ts';
import { revocationSettlesMs, revocationWork } from './revocation-work.ts';

/** Few enough to leave room for the other writes of a commit. */
export const keysPerCommit = 20;

/**
 * Revokes keys at once, also for requests under way, and schedules work that ends the approvals that the keys asked
 * for, and work that cancels their payout links. It takes three writes for each key and one for the ring.
 * @param organization as it is to be written
 * @param keys as they were looked up
 * @returns the organization without the keys' access
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
    const settledAt = draft.now + revocationSettlesMs;
    draft.write(scheduleWork(revocationWork(key), settledAt), scheduleWork(linkWorkOfKey(key), settledAt));
  }
  dropKeys(
    draft,
    ring,
    keys.map(({ id }) => id),
  );
  return keys.reduce((after, { id }) => withdrawAccess(after, id, draft.now), organization);
}
