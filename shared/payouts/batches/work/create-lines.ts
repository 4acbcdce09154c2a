import { recipientOfAccount } from '../../../corridors/recipients/ids.ts';
import { type Recipient, RecipientEntity } from '../../../corridors/recipients/recipient.ts';
import { ableToPay } from '../../../corridors/recipients/served-vaults.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { type ItemRef, refTo } from '../../../ground/table/expressions.ts';
import { UnknownValue } from '../../../ground/table/known-values.ts';
import { lostRace } from '../../../ground/table/retry-lost-race.ts';
import { replace } from '../../../ground/table/writes.ts';
import { countsEndUsers } from '../../../identity/counts-end-users.ts';
import type { Organization } from '../../../identity/organization.ts';
import { maxWrites } from '../../../journal/commit/commit.ts';
import { decideAndCommit } from '../../../journal/commit/decide.ts';
import { ItemNotRead, type JournalDraft } from '../../../journal/commit/draft.ts';
import { cancelWork } from '../../../journal/due/due-work.ts';
import type { WorkerRuntime } from '../../../ports/runtime.ts';
import { endUserDayRef } from '../../caps/end-user-day.ts';
import { endUsersOf } from '../../caps/end-users.ts';
import type { Payout } from '../../payout/payout.ts';
import type { PayoutRequest } from '../../payout/payout-request.ts';
import { type Batch, BatchEntity, batchRef, batchWork } from '../batch/batch.ts';
import { type BatchItem, BatchItemEntity } from '../batch/batch-item.ts';
import { presentBatch } from '../batch/present-batch.ts';
import { isRevoked, responsibleKeyRefs, responsibleKeysIn } from '../batch/responsible-keys.ts';
import { withMoved } from '../batch/totals.ts';
import { countedAnew } from './count-items.ts';
import { type EnterableLine, enterLine } from './enter-line.ts';
import { faultsOf } from './line-faults.ts';
import type { LinePrice, LinePrices } from './line-prices.ts';
import { readPayouts } from './read-payouts.ts';
import type { ValidItems } from './valid-items.ts';
import { readRecipients } from './validate-lines.ts';

/** More lines than fit into one commit. */
const linesPerCommit = 20;
/** A commit also writes the head and the batch. */
const mostLineWrites = maxWrites - 2;
/** A line that could not be priced for this long fails (design, batches, order and faults). */
const unpricedForMs = 6 * 60 * 60 * 1000;

/** A new payout may need an address to which its organization sends the money. */
export type CreatingRuntime = WorkerRuntime<'prices' | 'depositChain' | 'depositRecords'>;

/** What one call of the worker knows about a batch whose lines it creates. */
export interface Creation {
  /** As it was when the worker started. It tells what to read; decisions use the current one. */
  readonly organization: Organization;
  readonly items: ValidItems;
  readonly prices: LinePrices;
}

/** The batch after a commit, and whether the remaining lines wait for prices or for a later release. */
export interface Created {
  readonly batch: Batch;
  readonly waitsToGoOn: boolean;
}

interface Group {
  readonly batch: Batch;
  readonly lines: readonly { readonly item: BatchItem; readonly request: PayoutRequest }[];
  /** No valid items follow these. */
  readonly isLast: boolean;
  /** Payouts that have already been created from lines of this batch, by the index of the line. */
  readonly payouts: ReadonlyMap<number, Payout>;
}

/**
 * Creates payouts from as many of the next lines of a batch as one commit has room for. For a refused line, only its
 * item is written. The last commit completes the batch.
 * @returns undefined when the batch has changed since it was read
 * @throws Error when none of its valid items can be read
 */
export async function createNext(
  runtime: CreatingRuntime,
  batch: Batch,
  creation: Creation,
): Promise<Created | undefined> {
  const { items, prices } = creation;
  const peeked = await items.peek(linesPerCommit + 1);
  const lines = peeked
    .slice(0, linesPerCommit)
    .map((item) => ({ item, request: JSON.parse(item.request) as PayoutRequest }));
  const group = { batch: await countedAnew(runtime.store, batch, lines.length), lines, payouts: new Map() };
  const isLast = peeked.length <= linesPerCommit;
  const outcome = await commitGroup(runtime, creation, { ...group, isLast });
  if (!outcome || !('reply' in outcome)) return undefined;
  const { taken, undecided, batch: next, waitsToGoOn } = outcome.reply.body;
  const { batchId } = batch;
  const [first] = undecided;
  if (first) runtime.log.warn('lines of a batch were left behind', { error: first, batchId, lines: undecided.length });
  items.drop(taken);
  prices.forget(lines.slice(0, taken).map(({ item }) => item.index));
  return { batch: { ...next, version: batch.version + 1 }, waitsToGoOn };
}

/**
 * Commits a group. After a restore in the middle of a commit, payouts may exist without their items, so that every
 * commit would be refused. A refused group is therefore decided again with the payouts that its lines have already
 * become.
 */
async function commitGroup(runtime: CreatingRuntime, creation: Creation, group: Group) {
  try {
    return await decideGroup(runtime, creation, group);
  } catch (error) {
    if (!lostRace(error)) throw error;
    const indexes = group.lines.map(({ item }) => item.index);
    const payouts = await readPayouts(runtime.store, group.batch, indexes);
    if (payouts.size === 0) throw error;
    return decideGroup(runtime, creation, { ...group, payouts });
  }
}

async function decideGroup(runtime: CreatingRuntime, { organization, prices }: Creation, group: Group) {
  const { batch, lines } = group;
  const { organizationId, batchId } = batch;
  const requests = lines.map(({ request }) => request);
  const recipients = await readRecipients(runtime.store, organizationId, requests);
  const keys = responsibleKeyRefs(batch);
  return decideAndCommit(runtime, {
    organizationId,
    reads: { ...keys, batch: batchRef(organizationId, batchId) },
    lookUps: lookUpsOf(organization, recipients, requests),
    ask: async (found) => {
      const able = await ableToPay(runtime.store, found.organization, recipients.values());
      const checked = { organization: able, recipients, keys: responsibleKeysIn(batch, found) };
      return prices.ask(runtime, batch, checked, lines);
    },
    decide: (found, draft, priced) => {
      const current = found.batch as Batch | undefined;
      if (current?.version !== batch.version) return undefined;
      draft.skipCheck(...Object.keys(keys));
      const isAnswered = current.approvalId !== undefined && current.largestDebit !== undefined;
      const isUnanswered = !isAnswered && isRevoked(current, found.organization, found, draft.now);
      const answerable = { organization: found.organization, isUnanswered, keys: responsibleKeysIn(current, found) };
      const counted = { ...current, counts: { ...current.counts, ...batch.counts } };
      const entered = enterGroup(draft, answerable, { ...group, batch: counted }, priced);
      draft.write(replace(BatchEntity, entered.batch));
      return { reply: { status: 200, body: entered } };
    },
  });
}

function lookUpsOf(
  organization: Organization,
  recipients: ReadonlyMap<string, Recipient>,
  requests: readonly PayoutRequest[],
): ItemRef[] {
  const { organizationId } = organization;
  const ids = new Set(requests.map(({ destinationAccountId }) => recipientOfAccount(destinationAccountId)));
  const wanted = [...ids].flatMap((recipientId) =>
    recipientId === undefined ? [] : [refTo(RecipientEntity, { organizationId, recipientId })],
  );
  if (!countsEndUsers(organization)) return wanted;
  const endUsers = requests.flatMap(({ destinationAccountId, endUserId }) => {
    const recipient = recipients.get(recipientOfAccount(destinationAccountId) ?? '');
    return recipient ? endUsersOf(recipient, endUserId) : [];
  });
  return [...wanted, ...[...new Set(endUsers)].map((id) => endUserDayRef(organizationId, id))];
}

/** The result of a group: how many of its lines were processed, and why some could not be decided. */
interface Entered extends Created {
  readonly taken: number;
  readonly undecided: readonly ServiceError[];
}

type Answerable = Pick<EnterableLine, 'organization' | 'isUnanswered' | 'keys'>;

function enterGroup(
  draft: JournalDraft,
  answerable: Answerable,
  { batch, lines, isLast, payouts }: Group,
  priced: ReadonlyMap<number, LinePrice>,
): Entered {
  let next: Batch = { ...batch, updatedAt: draft.timestamp };
  let taken = 0;
  const undecided: ServiceError[] = [];
  for (const { item, request } of lines) {
    const price = priced.get(item.index);
    const entered =
      price &&
      enterOrRefuse(draft, { ...answerable, batch: next, item, request, price, payout: payouts.get(item.index) });
    if (entered === 'full') break;
    if (entered instanceof ServiceError) undecided.push(entered);
    else if (entered) next = entered;
    taken += 1;
  }
  next = { ...next, leftBehind: whyLeftBehind(undecided, batch.leftBehind) };
  if (taken < lines.length || !isLast) {
    return {
      batch: { ...next, position: lines[taken]?.item.index ?? lastIndex(lines) + 1 },
      taken,
      undecided,
      waitsToGoOn: false,
    };
  }
  return { ...endPass(draft, next), taken, undecided };
}

function lastIndex(lines: Group['lines']): number {
  return lines.at(-1)?.item.index ?? -1;
}

function whyLeftBehind(undecided: readonly ServiceError[], before: Batch['leftBehind']): Batch['leftBehind'] {
  if (undecided.length === 0) return before;
  const unknown = undecided.filter((refusal) => refusal instanceof UnknownValue);
  return {
    ...before,
    unknown: before?.unknown === true || unknown.length > 0,
    unpriced: before?.unpriced === true || unknown.length < undecided.length,
  };
}

/**
 * After the last line: completes the batch, or starts again with the skipped lines. Time during which a line waits for
 * a later release does not count toward the hours after which it fails.
 */
function endPass(draft: JournalDraft, { leftBehind, ...batch }: Batch): Created {
  if (batch.counts.valid > 0) {
    // An earlier release did not record the reason.
    const { unpriced, unknown } = leftBehind ?? { unpriced: true, unknown: false };
    const unpricedSince = unpriced ? (batch.unpricedSince ?? draft.now) : undefined;
    const unknownSince = unknown ? (batch.unknownSince ?? draft.now) : undefined;
    return { batch: { ...batch, position: 0, unpricedSince, unknownSince }, waitsToGoOn: true };
  }
  const completed: Batch = { ...batch, status: 'completed', position: batch.itemCount };
  const attempt = draft.attempt(() => {
    draft.event({ type: 'payout_batch.completed', batchId: batch.batchId, data: presentBatch(completed) });
    draft.write(cancelWork(batchWork(batch)));
  }, mostLineWrites);
  // If this commit has no room for the writes that complete the batch, the next commit completes it.
  const next = 'full' in attempt ? { ...batch, position: batch.itemCount } : completed;
  return { batch: next, waitsToGoOn: false };
}

/**
 * Turns a line into a payout, or records on its item why it was refused.
 * @returns why the line cannot be decided now, and is skipped
 */
function enterOrRefuse(draft: JournalDraft, line: EnterableLine): Batch | 'full' | ServiceError {
  const entered = draft.attempt(() => inService(() => enterLine(draft, line)), mostLineWrites);
  if ('full' in entered) return 'full';
  if ('value' in entered) return entered.value;
  const refusal = finalRefusal(entered.refusal, line.batch, draft.now);
  if (!refusal) return entered.refusal;
  const { item, batch } = line;
  const refused: BatchItem = { ...item, status: 'create_failed', errors: faultsOf(refusal) };
  const noted = draft.attempt(() => draft.write(replace(BatchItemEntity, refused)), mostLineWrites);
  return 'full' in noted ? 'full' : withMoved(batch, 'valid', 'create_failed');
}

/** An unexpected error must not hold up the other lines. */
function inService<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ServiceError || error instanceof ItemNotRead) throw error;
    throw new ServiceError('INTERNAL', 'the line could not be decided', { cause: error });
  }
}

/**
 * A refusal below 500 is final. A line that cannot be decided or priced now is tried again for six hours; one that only
 * a later release understands is tried until that release runs (docs/adr/0028).
 */
function finalRefusal(refusal: ServiceError, { unpricedSince }: Batch, now: number): ServiceError | undefined {
  if (refusal instanceof UnknownValue) return undefined;
  if (refusal.status < 500) return refusal;
  if (unpricedSince === undefined || now < unpricedSince + unpricedForMs) return undefined;
  return new ServiceError('INTERNAL', 'the line could not be priced for six hours');
}
