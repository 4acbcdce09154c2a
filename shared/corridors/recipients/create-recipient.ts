import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { TransactionRefused } from '../../ground/table/refusals.ts';
import { retryLostRace } from '../../ground/table/retry-lost-race.ts';
import { create } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { commitWithoutHead } from '../../journal/commit/commit-without-head.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { claimOf, type Execution } from '../../journal/commit/execution.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { RailCapabilities, Runtime } from '../../ports/runtime.ts';
import { servedCorridors } from '../catalog/served-corridors.ts';
import { type Candidate, checkCandidate, type RecipientRequest, refuseCryptoInSandbox } from './candidate.ts';
import { findExisting, refuseConflict } from './existing.ts';
import { lookupReads } from './lookups.ts';
import { isFree, type LookupRow, lookupWrite, newRecipient } from './new-recipient.ts';
import { presentRecipient, type Recipient, type RecipientBody, RecipientEntity } from './recipient.ts';
import { screenCandidate } from './screen-candidate.ts';

type RecipientReply = { status: 201; body: RecipientBody };

/**
 * Registers a payee, or finds the one that has the same `externalId` and account (specification, Create a recipient).
 * @throws ServiceError CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX, VALIDATION_ERROR, BENEFICIARY_EXTERNAL_ID_CONFLICT,
 *   BANK_ACCOUNT_ALREADY_LINKED, PAYOUT_REFUSED (stored blocked), PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE
 */
export async function createRecipient(
  runtime: Runtime<'corridors' | 'screening'>,
  organization: Organization,
  request: RecipientRequest,
  execution: Execution,
): Promise<RecipientReply> {
  refuseCryptoInSandbox(organization.mode, request);
  const corridors = servedCorridors(runtime, organization);
  const candidate = checkCandidate(corridors, organization.mode, request);
  await claimOf(execution);
  const find = () => findOrRegister(runtime, organization, { candidate, corridors }, execution);
  return retryLostRace(find, { attempts, pause: async () => {} });
}

/**
 * The next attempt finds a matching recipient that was registered meanwhile. It could miss it only if that recipient was retired
 * and registered again.
 */
const attempts = 3;

interface Registration {
  readonly candidate: Candidate;
  readonly corridors: readonly Corridor[];
}

/**
 * @throws TransactionRefused as a lost race when a matching recipient was registered meanwhile; nothing was committed
 *   then
 */
async function findOrRegister(
  runtime: Runtime<'corridors' | 'screening'>,
  { organizationId, mode }: Organization,
  { candidate, corridors }: Registration,
  execution: Execution,
): Promise<RecipientReply> {
  const existing = await findExisting(runtime.store, organizationId, candidate);
  if (existing)
    return commitWithoutHead(runtime, [], answered(refuseConflict(existing, candidate), corridors), execution);
  const status = await screenCandidate(runtime, runtime.rails(mode) as RailCapabilities['screening'], candidate);
  const recipient = newRecipient(runtime, organizationId, candidate, { status });
  const reads = lookupReads(organizationId, candidate.foundBy);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads,
      decide: (found, draft) => {
        const links = Object.entries(reads).map(([name, { key }]) => ({ key, found: found[name] }));
        return links.every((link) => isFree(draft, link)) ? register(draft, recipient, links, corridors) : undefined;
      },
    },
    execution,
  );
  if (!outcome) throw TransactionRefused.lost();
  return replyOf(outcome);
}

/** A refused recipient is stored too, so that it stays refused. The answer is the refusal. */
function register(
  draft: JournalDraft,
  recipient: Recipient,
  links: readonly LookupRow[],
  corridors: readonly Corridor[],
): Outcome<RecipientReply> {
  const { recipientId } = recipient;
  draft.write(create(RecipientEntity, recipient), ...links.map((link) => lookupWrite(link, recipientId)));
  if (recipient.status === 'active') return answered(recipient, corridors);
  return {
    refusal: new ServiceError('PAYOUT_REFUSED', 'payouts to this recipient are refused'),
    resourceId: recipientId,
  };
}

function answered(recipient: Recipient, corridors: readonly Corridor[]) {
  return { reply: reply(201, presentRecipient(recipient, corridors)), resourceId: recipient.recipientId };
}
