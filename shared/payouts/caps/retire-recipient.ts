import { reply } from '../../contract/reply.ts';
import { corridorById } from '../../corridors/catalog/find-corridor.ts';
import { servedCorridors } from '../../corridors/catalog/served-corridors.ts';
import { accountKeys, type FoundBy, lookupRefs, names } from '../../corridors/recipients/lookups.ts';
import {
  isRetired,
  presentRecipient,
  type Recipient,
  type RecipientBody,
  RecipientEntity,
} from '../../corridors/recipients/recipient.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { removeIf } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { claimOf, type Execution } from '../../journal/commit/execution.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { endUserCounts, endUserDayRef } from './end-user-day.ts';
import { payeeOf } from './end-users.ts';

type Links = ReturnType<typeof lookupRefs>;

/**
 * Retires a recipient: it is no longer paid, and its external id and its account become free. Existing payouts
 * continue. A retired recipient is returned unchanged (docs/adr/0097).
 * @throws ServiceError NOT_FOUND; CONFLICT for a blocked recipient, and while a cap per end user has counted a payout
 * to its payee on this UTC day
 */
export async function retireRecipient(
  runtime: Runtime<'corridors'>,
  organization: Organization,
  recipientId: string,
  execution: Execution,
): Promise<{ status: 200; body: RecipientBody }> {
  const { organizationId } = organization;
  const wanted = refTo(RecipientEntity, { organizationId, recipientId });
  const [registered] = await Promise.all([runtime.store.get(wanted), claimOf(execution)]);
  if (!registered) throw notFound();
  const corridors = servedCorridors(runtime, organization);
  // The data by which a recipient is found and counted never changes.
  const links = lookupRefs(organizationId, foundBy(registered, corridors));
  const day = endUserDayRef(organizationId, payeeOf(registered));
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      lookUps: [wanted, day, ...Object.values(links)],
      known: { organization },
      decide: (_, draft) => {
        const recipient = draft.lookUp(wanted);
        if (!recipient) throw notFound();
        const retired = isRetired(recipient) ? recipient : retire(draft, recipient, links);
        return { reply: reply(200, presentRecipient(retired, corridors)), resourceId: recipientId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'no such recipient');
}

/** If an account's corridor is no longer served, the account cannot be named, and nobody can register it. */
function foundBy({ externalId, methods: [method] }: Recipient, corridors: readonly Corridor[]): FoundBy {
  const corridor = method && corridorById(corridors, method.corridorId);
  return { externalId, accounts: corridor ? accountKeys(corridor, method.recipientDetails) : [] };
}

/** An earlier release may have linked the account to two recipients. The rows of the other one stay. */
function retire(draft: JournalDraft, recipient: Recipient, links: Links): Recipient {
  refuseUnretirable(draft, recipient);
  const { recipientId } = recipient;
  const own = Object.values(links).filter((link) => draft.lookUpUnchecked(link)?.recipientId === recipientId);
  draft.write(...own.map((link) => removeIf(link, names(recipientId))));
  const retired: Recipient = { ...recipient, status: 'retired', retiredAt: draft.timestamp };
  draft.change(RecipientEntity, retired);
  return retired;
}

/** By being registered again, a recipient would escape the refusal of screening, or what a cap has counted. */
function refuseUnretirable(draft: JournalDraft, recipient: Recipient): void {
  const { organizationId, status } = recipient;
  if (status === 'blocked') {
    throw new ServiceError('CONFLICT', 'a blocked recipient cannot be retired', {
      resolution: 'Pay somebody else: screening has refused this recipient.',
    });
  }
  const day = draft.lookUp(endUserDayRef(organizationId, payeeOf(recipient)));
  if (endUserCounts(draft.head, day).today === 0n) return;
  throw new ServiceError('CONFLICT', 'a payout to it was counted today under the cap per end user', {
    resolution: 'Retire it when the UTC day is over.',
  });
}
