import { type ApiKey, ApiKeyEntity } from '../../identity/api-key.ts';
import { linksOfEndedKey } from '../../identity/leavers.ts';
import type { LinkDisposition } from '../../identity/link-disposition.ts';
import type { Organization } from '../../identity/organization.ts';
import { withdrawAccess } from '../../identity/withdraw-access.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import { linkWorkOfKey } from '../team/link-work.ts';
import { dropKeys, type KeyRing } from './key-ring.ts';
import { payoutWorkOfKey, revocationSettlesMs, revocationWork } from './revocation-work.ts';

/** Few enough to leave room for the other writes of a commit. */
export const keysPerCommit = 20;

interface EndingKeys {
  readonly keys: readonly ApiKey[];
  /** What is said of the open payout links that they made. */
  readonly links?: LinkDisposition | undefined;
}

/** A key as its revocation leaves it. */
export function endedKey(
  { now }: Pick<JournalDraft, 'now'>,
  organization: Organization,
  key: ApiKey,
  links: LinkDisposition | undefined,
): ApiKey {
  return { ...key, revokedAt: now, links: linksOfEndedKey(organization, key, links) };
}

/**
 * Revokes keys at once, also for requests under way, and schedules work that ends the approvals that the keys asked
 * for, work that ends the payouts whose money the organization has not sent yet, if it funds payouts itself, and work that
 * cancels their payout links, unless these are kept. It takes up to four writes for each key and one for the ring.
 * @param organization as it is to be written, with the leavers that it had
 * @param keys as they were looked up
 * @returns the organization without the keys' access
 */
export function endKeys(
  draft: JournalDraft,
  organization: Organization,
  ring: KeyRing | undefined,
  { keys, links }: EndingKeys,
): Organization {
  if (keys.length === 0) return organization;
  for (const key of keys) {
    const ended = endedKey(draft, organization, key, links);
    draft.change(ApiKeyEntity, ended);
    const settledAt = draft.now + revocationSettlesMs;
    draft.write(scheduleWork(revocationWork(key), settledAt));
    if (organization.connections) draft.write(scheduleWork(payoutWorkOfKey(key), settledAt));
    if (ended.links !== 'keep') draft.write(scheduleWork(linkWorkOfKey(key), settledAt));
  }
  dropKeys(
    draft,
    ring,
    keys.map(({ id }) => id),
  );
  return keys.reduce((after, { id }) => withdrawAccess(after, id, draft.now), organization);
}
