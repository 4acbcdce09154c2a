import type { ApiKey } from '../../identity/api-key.ts';
import type { DueKey } from '../../journal/due/due-work.ts';

/** Rows of a commit show one by one: approvals that a key asked for just before it was revoked may show late. */
export const revocationSettlesMs = 2_000;

/** The row of what a revocation leaves to do: it ends the approvals that the key asked for, beside their own rows. */
export function revocationWork({ organizationId, id }: Pick<ApiKey, 'organizationId' | 'id'>): DueKey {
  return { organizationId, kind: 'approvals', resourceId: id };
}

/** Whether work of the kind `approvals` is about a key, and not about one approval. */
export function isRevocationWork({ resourceId }: Pick<DueKey, 'resourceId'>): boolean {
  return resourceId.startsWith('akid_');
}

const leaverPrefix = 'leaver_';

/** The row of what a removal leaves to do where somebody had many keys. */
export function leaverWork(organizationId: string, userId: string): DueKey {
  return { organizationId, kind: 'approvals', resourceId: leaverPrefix + userId };
}

/** @returns the user id; undefined for other work of the kind */
export function leaverOf({ resourceId }: Pick<DueKey, 'resourceId'>): string | undefined {
  return resourceId.startsWith(leaverPrefix) ? resourceId.slice(leaverPrefix.length) : undefined;
}
