import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { TransactionRefused } from '../../ground/table/refusals.ts';
import { retryLostRace } from '../../ground/table/retry-lost-race.ts';
import { create, type Write } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { commitWithoutHead } from '../../journal/commit/commit-without-head.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { claimOf, type Execution } from '../../journal/commit/execution.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { Rails, Runtime } from '../../ports/runtime.ts';
import { type Screening, type ScreeningSubject, ScreeningUnavailable } from '../../ports/screening.ts';
import { servedCorridors } from '../catalog/served-corridors.ts';
import { type Candidate, checkCandidate, type RecipientRequest, refuseCryptoInSandbox } from './candidate.ts';
import { findExisting, lookupReads, refuseConflict } from './existing.ts';
import { accountIdOf } from './ids.ts';
import {
  presentRecipient,
  type Recipient,
  type RecipientBody,
  RecipientEntity,
  RecipientLookupEntity,
} from './recipient.ts';

type RecipientReply = { status: 201; body: RecipientBody };

/**
 * Registers a payee, or finds the one that has the same `externalId` and account (specification, Create a recipient).
 * @throws ServiceError CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX, VALIDATION_ERROR, BENEFICIARY_EXTERNAL_ID_CONFLICT,
 *   BANK_ACCOUNT_ALREADY_LINKED, PAYOUT_REFUSED (stored blocked), PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE
 */
export async function createRecipient(
  runtime: Runtime,
  organization: Organization,
  request: RecipientRequest,
  execution: Execution,
): Promise<RecipientReply> {
  refuseCryptoInSandbox(organization.mode, request);
  const corridors = servedCorridors(runtime, organization);
  const candidate = checkCandidate(corridors, request);
  await claimOf(execution);
  const find = () => findOrRegister(runtime, organization, { candidate, corridors }, execution);
  return retryLostRace(find, { attempts, pause: async () => {} });
}

/**
 * The next attempt finds a matching recipient that was registered meanwhile. It could miss it only if that recipient
 * disappeared and came back.
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
  runtime: Runtime,
  { organizationId, mode }: Organization,
  { candidate, corridors }: Registration,
  execution: Execution,
): Promise<RecipientReply> {
  const existing = await findExisting(runtime.store, organizationId, candidate);
  if (existing)
    return commitWithoutHead(runtime, [], answered(refuseConflict(existing, candidate), corridors), execution);
  const status = await screen(runtime, runtime.rails(mode) as Rails, candidate);
  const recipient = newRecipient(runtime, organizationId, candidate, status);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: lookupReads(organizationId, candidate),
      decide: ({ byAccount, byExternalId }, draft) =>
        byAccount || byExternalId ? undefined : register(draft, recipient, candidate, corridors),
    },
    execution,
  );
  if (!outcome) throw TransactionRefused.lost();
  return replyOf(outcome);
}

/**
 * Asks the outside systems before the journal is read. Screening comes first: only an account that it cleared is
 * registered with the provider.
 */
async function screen({ log }: Runtime, { screening, registration }: Rails, { request, corridor, details }: Candidate) {
  const subject = {
    name: request.name,
    country: request.country,
    recipientDetails: details,
    corridorId: corridor.corridorId,
  };
  if ((await verdict(log, screening, subject)) === 'refused') return 'blocked' as const;
  if ((await registration.register(subject)) === 'registered') return 'active' as const;
  throw new ServiceError(
    'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE',
    'the account could not be registered; nothing was saved',
  );
}

/** Nobody is registered in doubt: when screening gives no answer, the caller has to try again. */
async function verdict(log: Runtime['log'], screening: Screening, subject: ScreeningSubject) {
  try {
    return await screening.screen(subject);
  } catch (error) {
    if (!(error instanceof ScreeningUnavailable)) throw error;
    log.error(error.message, error);
    const detail = 'the recipient could not be checked now; nothing was saved';
    throw new ServiceError('PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE', detail, { cause: error });
  }
}

function newRecipient(
  { clock, ids }: Runtime,
  organizationId: string,
  { request, corridor, details }: Candidate,
  status: Recipient['status'],
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
    country,
    externalId,
    endUserId,
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

/** A refused recipient is stored too, so that it stays refused. The answer is the refusal. */
function register(
  draft: JournalDraft,
  recipient: Recipient,
  candidate: Candidate,
  corridors: readonly Corridor[],
): Outcome<RecipientReply> {
  draft.write(create(RecipientEntity, recipient), ...lookupWrites(recipient, candidate));
  if (recipient.status === 'active') return answered(recipient, corridors);
  return {
    refusal: new ServiceError('PAYOUT_REFUSED', 'payouts to this recipient are refused'),
    resourceId: recipient.recipientId,
  };
}

function lookupWrites({ organizationId, recipientId, externalId }: Recipient, { account }: Candidate): Write[] {
  const lookup = (by: 'account' | 'externalId', value: string) =>
    create(RecipientLookupEntity, { organizationId, by, value, recipientId });
  return [lookup('account', account), ...(externalId ? [lookup('externalId', externalId)] : [])];
}

function answered(recipient: Recipient, corridors: readonly Corridor[]) {
  return { reply: reply(201, presentRecipient(recipient, corridors)), resourceId: recipient.recipientId };
}
