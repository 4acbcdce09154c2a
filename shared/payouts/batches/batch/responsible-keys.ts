import type { Read } from '../../../ground/table/expressions.ts';
import { type ApiKey, apiKeyRead } from '../../../identity/api-key.ts';
import { isKeyOfLeaver } from '../../../identity/leavers.ts';
import type { Organization } from '../../../identity/organization.ts';
import { hasWithdrawn } from '../../../identity/withdraw-access.ts';
import type { Batch } from './batch.ts';

type Responsible = Pick<Batch, 'createdBy' | 'confirmedBy'>;

/** The keys that answer for a run: those that created and confirmed it, unless a person confirmed it. */
function responsibleKeys({ createdBy, confirmedBy }: Responsible): string[] {
  if (confirmedBy?.actorUserId !== undefined) return [];
  return [...new Set([createdBy.apiKeyId, confirmedBy?.apiKeyId])].filter((id) => id !== undefined);
}

/** The key that asked for the payouts of a run, unless people approved the run or one of them confirmed it. */
export function unapprovedKeyOf({
  createdBy,
  confirmedBy,
  largestDebit,
}: Responsible & Pick<Batch, 'largestDebit'>): string | undefined {
  return largestDebit !== undefined || confirmedBy?.actorUserId !== undefined ? undefined : createdBy.apiKeyId;
}

/**
 * What a decision reads to know whether the keys that answer for a run may still ask. It need not check them at its
 * commit: a revocation changes the organization, which the head names.
 */
export function responsibleKeyReads(batch: Responsible): Record<string, Read> {
  return Object.fromEntries(responsibleKeys(batch).map((id) => [id, apiKeyRead(id)]));
}

/** Those of the keys that were found. One that is missing counts as revoked. */
export function responsibleKeysIn(batch: Responsible, found: Readonly<Record<string, unknown>>): readonly ApiKey[] {
  return responsibleKeys(batch).flatMap((id) => (found[id] as ApiKey | undefined) ?? []);
}

/** Whether a key that answers for a run was revoked, or belongs to a member who was removed with their keys. */
export function isRevoked(
  batch: Responsible,
  organization: Organization,
  found: Readonly<Record<string, unknown>>,
  now: number,
): boolean {
  return responsibleKeys(batch).some((id) => {
    const key = found[id] as ApiKey | undefined;
    return (
      !key || key.revokedAt !== undefined || isKeyOfLeaver(organization, key) || hasWithdrawn(organization, id, now)
    );
  });
}
