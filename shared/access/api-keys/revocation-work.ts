import type { ApiKey } from '../../identity/api-key.ts';
import type { DueKey } from '../../journal/due/due-work.ts';

/**
 * The rows of a commit become visible one by one, so approvals that a key requested just before its revocation may
 * appear late.
 */
export const revocationDelayMs = 2_000;

/**
 * Returns the key of the due work after a revocation. The work ends the approvals requested by the key, which have due
 * rows of their own.
 */
export function revocationWork({ organizationId, id }: Pick<ApiKey, 'organizationId' | 'id'>): DueKey {
  return { organizationId, kind: 'approvals', resourceId: id };
}

/** Tells whether work of the kind `approvals` is about a key rather than one approval. */
export function isRevocationWork({ resourceId }: Pick<DueKey, 'resourceId'>): boolean {
  return resourceId.startsWith('akid_');
}

const leaverPrefix = 'leaver_';

/** Returns the key of the due work after the removal of a member with more keys than one commit can end. */
export function leaverWork(organizationId: string, userId: string): DueKey {
  return { organizationId, kind: 'approvals', resourceId: leaverPrefix + userId };
}

/** @returns the user id; undefined for other work of the kind */
export function leaverOf({ resourceId }: Pick<DueKey, 'resourceId'>): string | undefined {
  return resourceId.startsWith(leaverPrefix) ? resourceId.slice(leaverPrefix.length) : undefined;
}

/** Returns the key of the due work after a revocation that ends the key's payouts which have received no money. */
export function payoutWorkOfKey({ organizationId, id }: Pick<ApiKey, 'organizationId' | 'id'>): DueKey {
  return { organizationId, kind: 'funding', resourceId: id };
}

/** Tells whether work of the kind `funding` is about the payouts of a key. */
export function isPayoutWorkOfKey({ resourceId }: Pick<DueKey, 'resourceId'>): boolean {
  return resourceId.startsWith('akid_');
}
