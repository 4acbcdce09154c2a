import { refTo } from '../../ground/table/expressions.ts';
import { create, putIf, type Write } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Candidate } from './candidate.ts';
import { accountIdOf } from './ids.ts';
import { names } from './lookups.ts';
import { isLive, type Recipient, RecipientEntity, type RecipientLookup, RecipientLookupEntity } from './recipient.ts';

export function newRecipient(
  { clock, ids }: Pick<Runtime, 'clock' | 'ids'>,
  organizationId: string,
  { request, corridor, railName, details }: Candidate,
  { status, payoutLinkId }: Pick<Recipient, 'status' | 'payoutLinkId'>,
): Recipient {
  const now = clock();
  const recipientId = ids.next('rcp', now);
  const { type, name, country, externalId, endUserId, method } = request;
  return {
    organizationId,
    recipientId,
    version: 1,
    type,
    name,
    ...(railName !== name && { railName }),
    country: country ?? '',
    externalId,
    endUserId,
    payoutLinkId,
    status,
    methods: [
      {
        destinationAccountId: accountIdOf(recipientId),
        kind: corridor.methodKind,
        currency: method.currency,
        corridorId: corridor.corridorId,
        recipientDetails: details,
      },
    ],
    createdAt: timestamp(now),
  };
}

/** A row by which the new recipient is found, as it was read. */
export interface LookupRow {
  readonly key: Omit<RecipientLookup, 'recipientId'>;
  readonly found: RecipientLookup | undefined;
}

/** Whether a key is free, or belongs only to a retired recipient. */
export function isFree(draft: JournalDraft, { key: { organizationId }, found }: LookupRow): boolean {
  if (!found) return true;
  const { recipientId } = found;
  return !isLive(draft.lookUp(refTo(RecipientEntity, { organizationId, recipientId })));
}

/** Makes the row find the recipient, in place of a retired one. */
export function lookupWrite({ key, found }: LookupRow, recipientId: string): Write {
  const link = { ...found, ...key, recipientId };
  return found ? putIf(RecipientLookupEntity, link, names(found.recipientId)) : create(RecipientLookupEntity, link);
}
