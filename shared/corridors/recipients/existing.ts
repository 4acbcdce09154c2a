import { ServiceError } from '../../ground/errors/service-error.ts';
import { type Read, read } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Candidate } from './candidate.ts';
import { type Recipient, RecipientEntity, RecipientLookupEntity } from './recipient.ts';

type Lookup = Read<typeof RecipientLookupEntity>;

/** The lookups that a new recipient must find empty. */
export function lookupReads(
  organizationId: string,
  { account, request }: Candidate,
): { byAccount: Lookup; byExternalId: Lookup } {
  const lookup = (by: 'account' | 'externalId', value: string) =>
    read(RecipientLookupEntity, { organizationId, by, value });
  const byAccount = lookup('account', account);
  // A transaction may name an item only once. So without an external id its lookup is one that cannot exist.
  return { byAccount, byExternalId: lookup('externalId', request.externalId ?? '') };
}

/** A recipient that has the external id or the account already. */
export interface Existing {
  readonly recipient: Recipient;
  readonly sameExternalId: boolean;
  readonly sameAccount: boolean;
}

/** Finds the recipient that conflicts with a new one, or matches it: by external id first, then by account. */
export async function findExisting(
  store: Store,
  organizationId: string,
  candidate: Candidate,
): Promise<Existing | undefined> {
  const { byAccount, byExternalId } = await store.getTogether(lookupReads(organizationId, candidate));
  const recipientId = byExternalId?.recipientId ?? byAccount?.recipientId;
  const recipient = recipientId && (await store.get(read(RecipientEntity, { organizationId, recipientId })));
  if (!recipient) return undefined;
  return {
    recipient,
    sameExternalId: byExternalId !== undefined,
    sameAccount: byAccount?.recipientId === recipientId,
  };
}

/**
 * Returns the existing recipient when the request describes the same one.
 * @throws ServiceError BENEFICIARY_EXTERNAL_ID_CONFLICT, BANK_ACCOUNT_ALREADY_LINKED
 */
export function refuseConflict(
  { recipient, sameExternalId, sameAccount }: Existing,
  { corridor }: Candidate,
): Recipient {
  const method = recipient.methods[0];
  const extras = { existingRecipientId: recipient.recipientId, existingMethodId: method?.destinationAccountId ?? '' };
  if (!sameExternalId) {
    throw new ServiceError('BANK_ACCOUNT_ALREADY_LINKED', 'another recipient has this account', { extras });
  }
  if (!sameAccount || method?.corridorId !== corridor.corridorId) {
    throw new ServiceError('BENEFICIARY_EXTERNAL_ID_CONFLICT', 'externalId names a recipient with other details', {
      extras,
    });
  }
  return recipient;
}
