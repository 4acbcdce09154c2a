import { ServiceError } from '../../ground/errors/service-error.ts';
import { apiKeyRef } from '../../identity/api-key.ts';
import type { LinkDisposition } from '../../identity/link-disposition.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { endedKey, endKeys } from './end-keys.ts';
import { successorsOf } from './key-lineage.ts';
import { type KeyFacts, type KeyRing, rowsOfKeys, usableKeys } from './key-ring.ts';
import { type ApiKeyBody, presentApiKey } from './present-api-key.ts';

interface Found {
  readonly organization: Organization;
  readonly ring: KeyRing | undefined;
  readonly facts: KeyFacts;
}

/** The options of a revocation. */
export interface Revocation {
  readonly id: string;
  readonly links?: LinkDisposition | undefined;
}

/**
 * Decides the revocation of a key and its successors. They end at once, even for requests in progress. Schedules work
 * that ends the approvals they requested and, unless the links are kept, their open payout links. A key that was
 * already revoked stays unchanged, and so do its links.
 * @throws ServiceError NOT_FOUND, also for another organization's key
 */
export function revokeWithSuccessors(
  { organization, ring, facts }: Found,
  { id, links }: Revocation,
  draft: JournalDraft,
): Outcome<{ status: 200; body: ApiKeyBody }> {
  const { organizationId } = organization;
  const key = draft.lookUp(apiKeyRef(id));
  if (!key || key.organizationId !== organizationId) throw new ServiceError('NOT_FOUND', 'no such API key');
  const successors = rowsOfKeys(draft, successorsOf(key, usableKeys(draft, ring, facts)));
  const ending = [key, ...successors].filter(({ revokedAt }) => revokedAt === undefined);
  if (ending.length > 0) draft.changeOrganization(endKeys(draft, organization, ring, { keys: ending, links }));
  const revoked = ending.includes(key) ? endedKey(draft, organization, key, links) : key;
  return { reply: { status: 200, body: presentApiKey(revoked) }, resourceId: key.id };
}
