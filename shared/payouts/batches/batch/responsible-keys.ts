import type { ItemRef } from '../../../ground/table/expressions.ts';
import { type ApiKey, apiKeyRef } from '../../../identity/api-key.ts';
import { isKeyOfLeaver } from '../../../identity/leavers.ts';
import type { Organization } from '../../../identity/organization.ts';
import { hasWithdrawn } from '../../../identity/withdraw-access.ts';
import type { Batch } from './batch.ts';

type Responsible = Pick<Batch, 'createdBy' | 'confirmedBy'>;

/** The keys that are responsible for a batch: those that created and confirmed it. None if a person confirmed it. */
function responsibleKeys({ createdBy, confirmedBy }: Responsible): string[] {
  if (confirmedBy?.actorUserId !== undefined) return [];
  return [...new Set([createdBy.apiKeyId, confirmedBy?.apiKeyId])].filter((id) => id !== undefined);
}

/** The key that requested the payouts of a batch, unless people approved the batch or a person confirmed it. */
export function unapprovedKeyOf({
  createdBy,
  confirmedBy,
  largestDebit,
}: Responsible & Pick<Batch, 'largestDebit'>): string | undefined {
  return largestDebit !== undefined || confirmedBy?.actorUserId !== undefined ? undefined : createdBy.apiKeyId;
}

/**
 * The reads that tell a decision whether the keys responsible for a batch may still act. The commit need not check
 * them, because a revocation changes the organization, whose version the head has.
 */
export function responsibleKeyRefs(batch: Responsible): Record<string, ItemRef> {
  return Object.fromEntries(responsibleKeys(batch).map((id) => [id, apiKeyRef(id)]));
}

/** The keys that were found. A missing key counts as revoked. */
export function responsibleKeysIn(batch: Responsible, found: Readonly<Record<string, unknown>>): readonly ApiKey[] {
  return responsibleKeys(batch).flatMap((id) => (found[id] as ApiKey | undefined) ?? []);
}

/** Whether a key responsible for a batch was revoked, or belongs to a member who was removed with their keys. */
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
