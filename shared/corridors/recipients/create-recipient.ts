import { type Caller, keysOf } from '../../contract/caller.ts';
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
import { servedCorridors, walletCorridors } from '../catalog/served-corridors.ts';
import { type Candidate, checkCandidate, type RecipientRequest } from './candidate.ts';
import { checkAddress } from './check-address.ts';
import { findExisting, refuseConflict } from './existing.ts';
import { inspectWallet } from './inspect-wallet.ts';
import { lookupRefs } from './lookups.ts';
import { isFree, type LookupRow, lookupWrite, newRecipient } from './new-recipient.ts';
import { presentRecipient, type Recipient, type RecipientBody, RecipientEntity } from './recipient.ts';
import { refuseAnyWallet, refuseWallet } from './refuse-wallet.ts';
import { screenCandidate } from './screen-candidate.ts';
import { withServedVaults } from './served-vaults.ts';
import { claimDigits, walletDigitsRef } from './wallet-digits.ts';

type RecipientReply = { status: 201; body: RecipientBody };

/**
 * Registers a payee, or finds the existing one with the same `externalId` and account (specification, Create a
 * recipient).
 * @throws ServiceError VALIDATION_ERROR, BENEFICIARY_EXTERNAL_ID_CONFLICT, BANK_ACCOUNT_ALREADY_LINKED, CONFLICT
 * (another wallet looks like it), PAYOUT_REFUSED (stored as blocked), PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE, and those of
 * `refuseWallet`
 */
export async function createRecipient(
  runtime: Runtime<'corridors' | 'screening' | 'walletInspection'>,
  { organization: registering, caller }: { readonly organization: Organization; readonly caller: Caller },
  request: RecipientRequest,
  execution: Execution,
): Promise<RecipientReply> {
  const isWallet = request.method.kind === 'crypto';
  const organization = isWallet ? await withServedVaults(runtime.store, registering) : registering;
  if (isWallet) refuseUnpayableWallet(runtime, organization, caller, request);
  const corridors = servedCorridors(runtime, organization);
  const candidate = checkCandidate(corridors, organization.mode, request);
  checkAddress(candidate);
  await claimOf(execution);
  const find = () => findOrRegister(runtime, organization, { candidate, corridors }, execution);
  return retryLostRace(find, { attempts, pause: async () => {} });
}

/**
 * The next attempt finds a matching recipient that was registered in the meantime. It could miss it only if that
 * recipient was retired and registered again.
 */
const attempts = 3;

/** A chain that no rail has is a fault of the request, and not one for which a wallet could be provisioned. */
function refuseUnpayableWallet(
  runtime: Runtime<'corridors'>,
  organization: Organization,
  caller: Caller,
  { method }: RecipientRequest,
): void {
  const keys = keysOf(caller);
  refuseAnyWallet(organization, keys);
  const isKnown = walletCorridors(runtime, organization).some(
    ({ wallet }) => wallet.chain === method.recipientDetails.chain,
  );
  if (isKnown) refuseWallet(organization, method, keys);
}

interface Registration {
  readonly candidate: Candidate;
  readonly corridors: readonly Corridor[];
}

/**
 * @throws TransactionRefused as a lost race when a matching recipient was registered in the meantime; nothing was
 * committed then
 */
async function findOrRegister(
  runtime: Runtime<'corridors' | 'screening' | 'walletInspection'>,
  organization: Organization,
  { candidate, corridors }: Registration,
  execution: Execution,
): Promise<RecipientReply> {
  const { organizationId, mode } = organization;
  const existing = await findExisting(runtime.store, organizationId, candidate);
  if (existing)
    return commitWithoutHead(runtime, [], answered(refuseConflict(existing, candidate), corridors), execution);
  await inspectWallet(runtime, organization, candidate);
  const status = await screenCandidate(runtime, runtime.rails(mode) as RailCapabilities['screening'], candidate);
  const recipient = newRecipient(runtime, organizationId, candidate, { status });
  const reads = lookupRefs(organizationId, candidate.foundBy);
  const wallet = digitsOf(organizationId, candidate);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads,
      lookUps: wallet ? [wallet.digits] : [],
      decide: (found, draft) => {
        const links = Object.entries(reads).map(([name, { key }]) => ({ key, found: found[name] }));
        if (!links.every((link) => isFree(draft, link))) return undefined;
        if (wallet) draft.write(...claimDigits(draft, wallet));
        return register(draft, recipient, links, corridors);
      },
    },
    execution,
  );
  if (!outcome) throw TransactionRefused.lost();
  return replyOf(outcome);
}

/** What distinguishes a wallet from those that look like it. */
function digitsOf(organizationId: string, { request, corridor, details: { address } }: Candidate) {
  if (!corridor.wallet || address === undefined) return undefined;
  const { confirmAddress } = request.method;
  return { digits: walletDigitsRef(organizationId, address), address, confirmAddress };
}

/** A refused recipient is also stored, so that it stays refused. The answer is the refusal. */
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
