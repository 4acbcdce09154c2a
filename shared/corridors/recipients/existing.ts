import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Candidate } from './candidate.ts';
import { differingFields } from './differing-fields.ts';
import { lookupRefs } from './lookups.ts';
import { isLive, type Recipient, RecipientEntity, type RecipientLookup } from './recipient.ts';

/** An existing recipient with the same external id or account. */
export interface Existing {
  readonly recipient: Recipient;
  readonly sameExternalId: boolean;
}

type Recipients = ReadonlyMap<string, Recipient>;

/**
 * Finds the recipient that matches a new one or conflicts with it: first by external id, as it was sent and then by its
 * compared form; then by account. If an earlier release linked the account to two recipients, a blocked one takes
 * precedence over everything.
 */
export async function findExisting(
  store: Store,
  organizationId: string,
  { foundBy }: Candidate,
): Promise<Existing | undefined> {
  const found = await store.getTogether(lookupRefs(organizationId, foundBy));
  const links = Object.values(found).filter((link) => link !== undefined);
  const recipients = await readLinked(store, organizationId, links);
  const live = (by: RecipientLookup['by']) =>
    links.flatMap((link) => (link.by === by && recipients.has(link.recipientId) ? link.recipientId : []));
  const [owners, [named]] = [live('account'), live('externalId')];
  const recipientId = decisiveOwner(new Set(owners), named, recipients) ?? named ?? owners[0];
  const recipient = recipientId === undefined ? undefined : recipients.get(recipientId);
  return recipient && { recipient, sameExternalId: recipientId === named };
}

/** The live recipients that rows name, by id. */
async function readLinked(
  store: Store,
  organizationId: string,
  links: readonly RecipientLookup[],
): Promise<Recipients> {
  const ids = [...new Set(links.map(({ recipientId }) => recipientId))];
  const recipients = await Promise.all(
    ids.map((recipientId) => store.get(refTo(RecipientEntity, { organizationId, recipientId }))),
  );
  return new Map(recipients.filter(isLive).map((recipient) => [recipient.recipientId, recipient]));
}

/**
 * The deciding one of two owners: a blocked one, otherwise the named one, otherwise the older one. Undefined if there
 * are not two.
 */
function decisiveOwner(
  owners: ReadonlySet<string>,
  named: string | undefined,
  recipients: Recipients,
): string | undefined {
  if (owners.size < 2) return undefined;
  // Ids sort by time.
  const oldestFirst = [...owners].toSorted();
  return oldestFirst.find((id) => recipients.get(id)?.status === 'blocked') ?? named ?? oldestFirst[0];
}

/**
 * Returns the existing recipient if the request describes the same one, even if it is blocked.
 * @throws ServiceError BENEFICIARY_EXTERNAL_ID_CONFLICT, BANK_ACCOUNT_ALREADY_LINKED
 */
export function refuseConflict({ recipient, sameExternalId }: Existing, candidate: Candidate): Recipient {
  const method = recipient.methods[0];
  const extras = { existingRecipientId: recipient.recipientId, existingMethodId: method?.destinationAccountId ?? '' };
  if (!sameExternalId) {
    throw new ServiceError('BANK_ACCOUNT_ALREADY_LINKED', 'another recipient has this account', { extras });
  }
  const differing = differingFields(recipient, candidate);
  if (differing.length === 0) return recipient;
  const detail = `externalId names a recipient with other details: ${differing.join(', ')}`;
  throw new ServiceError('BENEFICIARY_EXTERNAL_ID_CONFLICT', detail, { extras });
}
