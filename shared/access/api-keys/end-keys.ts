import { type ApiKey, ApiKeyEntity } from '../../identity/api-key.ts';
import { linksOfEndedKey } from '../../identity/leavers.ts';
import type { LinkDisposition } from '../../identity/link-disposition.ts';
import type { Organization } from '../../identity/organization.ts';
import { withdrawAccess } from '../../identity/withdraw-access.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import { linkWorkOfKey } from '../team/link-work.ts';
import { dropKeys, type KeyRing } from './key-ring.ts';
import { payoutWorkOfKey, revocationDelayMs, revocationWork } from './revocation-work.ts';

/** The maximum number of keys revoked in one commit, which leaves room for the commit's other writes. */
export const keysPerCommit = 20;

interface EndingKeys {
  readonly keys: readonly ApiKey[];
  /** What happens to the open payout links created by these keys, as chosen by the caller. */
  readonly links?: LinkDisposition | undefined;
}

/** Returns a key after its revocation. */
export function endedKey(
  { now }: Pick<JournalDraft, 'now'>,
  organization: Organization,
  key: ApiKey,
  links: LinkDisposition | undefined,
): ApiKey {
  return { ...key, revokedAt: now, links: linksOfEndedKey(organization, key, links) };
}

/**
 * Revokes keys at once, even for requests in progress. Schedules work that ends the approvals requested by the keys,
 * work that ends the organization's self-funded payouts that have received no money yet, and, unless the links are
 * kept, work that cancels the keys' payout links. Takes up to four writes per key and one for the ring.
 * @param organization as it will be written, with its current list of leavers
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
    const settledAt = draft.now + revocationDelayMs;
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
