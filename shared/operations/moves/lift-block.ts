import * as z from 'zod';
import { Id, label } from '../../contract/fields.ts';
import { corridorById } from '../../corridors/catalog/find-corridor.ts';
import { servedCorridors } from '../../corridors/catalog/served-corridors.ts';
import { type Recipient, RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { subjectOf } from '../../corridors/recipients/screen-names.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { agreeing, defineMovement } from './move.ts';

/** More listed parties than one payee resembles. */
const mostEntries = 20;

/**
 * Lets a blocked recipient be paid again. A recipient is one name and one account, so blocks of other names or accounts
 * stay. Screening no longer refuses the recipient for the named entries, but still does for all others.
 */
export const liftBlock = defineMovement({
  name: 'lift-block',
  input: z.strictObject({
    organizationId: Id,
    recipientId: Id,
    entries: z
      .array(z.int().min(1))
      .min(1)
      .max(mostEntries)
      .meta({ description: 'A listed party that the payee is not, as printed by screen.' }),
    reason: label(500).meta({
      description: 'How it was verified that the payee is somebody else; kept with the proposal.',
    }),
  }),
  uses: ['corridors', 'registration'],
  move: (runtime, { organizationId, recipientId, entries }) =>
    agreeing({
      reads: { recipient: refTo(RecipientEntity, { organizationId, recipientId }) },
      about: recipientId,
      before: async (organization, { recipient }) => register(runtime, organization, blocked(recipient)),
      decide: ({ recipient }, draft) => decideLift(draft, blocked(recipient), entries),
    }),
});

/** @throws ServiceError NOT_FOUND, CONFLICT */
function blocked(recipient: Recipient | undefined): Recipient {
  if (!recipient) throw new ServiceError('NOT_FOUND', 'no such recipient');
  refuseUnknown(RecipientEntity, recipient);
  if (recipient.status !== 'blocked') throw new ServiceError('CONFLICT', `the recipient is ${recipient.status}`);
  return recipient;
}

/**
 * Registers the account with its rail. A recipient that was blocked on creation never was.
 * @throws ServiceError PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE
 */
async function register(
  runtime: Runtime<'corridors' | 'registration'>,
  organization: Organization,
  recipient: Recipient,
): Promise<void> {
  const { railName, ...subject } = subjectOf(recipient);
  const corridor = corridorById(servedCorridors(runtime, organization), subject.corridorId);
  const registration = corridor && runtime.rails(organization.mode)?.registration[corridor.rail];
  if ((await registration?.register({ ...subject, name: railName })) === 'registered') return;
  throw new ServiceError('PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE', 'the account could not be registered with its rail', {
    resolution: 'Nothing was changed. Repeat the command later.',
  });
}

function decideLift(draft: JournalDraft, { blockedAt: _, ...recipient }: Recipient, entries: readonly number[]) {
  const { recipientId } = recipient;
  const cleared = [...new Set([...(recipient.cleared ?? []), ...entries])];
  // A recipient that was retired before it was blocked has lost its external id and its account.
  const status = recipient.retiredAt === undefined ? 'active' : 'retired';
  draft.write(replace(RecipientEntity, { ...recipient, status, cleared }));
  return { reply: { status: 200, body: { recipientId, status, cleared } }, resourceId: recipientId };
}
