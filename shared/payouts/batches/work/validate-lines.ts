import { recipientOfAccount } from '../../../corridors/recipients/ids.ts';
import { type Recipient, RecipientEntity } from '../../../corridors/recipients/recipient.ts';
import { ableToPay } from '../../../corridors/recipients/served-vaults.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import type { Store } from '../../../ground/table/store.ts';
import { putIf, replace } from '../../../ground/table/writes.ts';
import type { ApiKey } from '../../../identity/api-key.ts';
import type { Organization } from '../../../identity/organization.ts';
import { decideAndCommit } from '../../../journal/commit/decide.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import { cancelWork } from '../../../journal/due/due-work.ts';
import type { WorkerRuntime } from '../../../ports/runtime.ts';
import { type CheckedRequest, checkRequest } from '../../payout/check-request.ts';
import type { Payout } from '../../payout/payout.ts';
import type { PayoutRequest } from '../../payout/payout-request.ts';
import { recipientIdOf } from '../../pricing/price-payout.ts';
import { type Batch, BatchEntity, batchRef, batchWork } from '../batch/batch.ts';
import { BatchItemEntity, type LineFault } from '../batch/batch-item.ts';
import { presentBatch } from '../batch/present-batch.ts';
import { needsBatchApproval } from '../batch/require-mass-payouts.ts';
import { isRevoked, responsibleKeyRefs, responsibleKeysIn } from '../batch/responsible-keys.ts';
import { withMoved, withRequested } from '../batch/totals.ts';
import { faultsOf } from './line-faults.ts';
import { readPayouts } from './read-payouts.ts';

/** Leaves room for the head, the batch, its event and its due row in one commit. */
const linesPerCommit = 95;

/** The lines of a batch that is being validated, and the faults of those that repeat others. */
export interface LinesOfBatch {
  readonly lines: readonly PayoutRequest[];
  readonly twins: ReadonlyMap<number, LineFault>;
}

type Recipients = ReadonlyMap<string, Recipient>;

/**
 * Validates the next lines of a batch and stores them as items, in one commit. The last such commit makes the batch
 * wait for confirmation, or continue with creation (specification, States and transitions, Payout batch). Nothing is
 * priced or debited. Creation checks everything again, so what was read about recipients may be outdated at the commit.
 * @returns the batch afterwards; undefined when it has changed since it was read
 */
export async function validateNext(
  runtime: WorkerRuntime<'prices'>,
  batch: Batch,
  { lines, twins }: LinesOfBatch,
): Promise<Batch | undefined> {
  const { organizationId, batchId, position } = batch;
  const part = lines.slice(position, position + linesPerCommit);
  const indexes = part.map((_, offset) => position + offset);
  const [recipients, payouts] = await Promise.all([
    readRecipients(runtime.store, organizationId, part),
    // Only a restored batch already has payouts.
    readPayouts(runtime.store, batch, batch.debited || batch.selfFunded ? indexes : []),
  ]);
  const keys = responsibleKeyRefs(batch);
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { ...keys, batch: batchRef(organizationId, batchId) },
    ask: ({ organization }) => ableToPay(runtime.store, organization, recipients.values()),
    decide: (found, draft, { connections }) => {
      const current = found.batch as Batch | undefined;
      if (current?.version !== batch.version) return undefined;
      draft.skipCheck(...Object.keys(keys));
      const answering = responsibleKeysIn(current, found);
      const checkedLines = part.map((request, offset) => {
        const index = position + offset;
        const twin = batch.allowDuplicates ? undefined : twins.get(index);
        const checked = twin
          ? [twin]
          : checkLine(runtime, { ...found.organization, connections }, { recipients, keys: answering }, request);
        return { index, request, checked, payout: payouts.get(index) };
      });
      const begun = { ...current, position: position + part.length, updatedAt: draft.timestamp };
      const stored = storeChecked(draft, begun, checkedLines);
      const isUnanswered = isRevoked(batch, found.organization, found, draft.now);
      const next = stored.counts.pending > 0 ? stored : validated(stored, found.organization, isUnanswered);
      if (next.status === 'awaiting_confirmation') announceWait(draft, next);
      draft.write(replace(BatchEntity, next));
      return { reply: { status: 200, body: { ...next, version: batch.version + 1 } } };
    },
  });
  return outcome && 'reply' in outcome ? outcome.reply.body : undefined;
}

/** Reads the recipients named by lines, by id. */
export async function readRecipients(
  store: Pick<Store, 'getMany'>,
  organizationId: string,
  lines: readonly PayoutRequest[],
): Promise<Recipients> {
  const ids = new Set(lines.flatMap(({ destinationAccountId }) => recipientOfAccount(destinationAccountId) ?? []));
  const keys = [...ids].map((recipientId) => ({ organizationId, recipientId }));
  const found = await store.getMany(RecipientEntity, keys);
  return new Map(found.map((recipient) => [recipient.recipientId, recipient]));
}

/**
 * @returns the line ready to be priced, or its faults
 * @throws UnknownValue
 */
function checkLine(
  runtime: WorkerRuntime<'prices'>,
  organization: Organization,
  { recipients, keys }: { readonly recipients: Recipients; readonly keys: readonly ApiKey[] },
  request: PayoutRequest,
): CheckedRequest | LineFault[] {
  try {
    return checkRequest(runtime, organization, { found: recipients.get(recipientIdOf(request)), keys }, request);
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return faultsOf(error);
    throw error;
  }
}

interface CheckedLine {
  readonly index: number;
  readonly request: PayoutRequest;
  readonly checked: CheckedRequest | LineFault[];
  /** The payout that the line has already become, in a restored batch. */
  readonly payout: Payout | undefined;
}

/**
 * Stores lines as items.
 * @returns the batch with these lines counted
 */
function storeChecked(draft: JournalDraft, batch: Batch, lines: readonly CheckedLine[]): Batch {
  const { organizationId, batchId } = batch;
  let next: Batch = { ...batch, status: 'validating' };
  for (const { index, request, checked, payout } of lines) {
    const validity = validityOf(checked, payout);
    next = withMoved(next, 'pending', validity.status);
    if (!Array.isArray(checked)) next = withRequested(next, requestedBy(checked));
    const item = { organizationId, batchId, index, version: 1, request: JSON.stringify(request), ...validity };
    // Written without a condition, because a restore in the middle of a commit may have kept the item. The batch's
    // version guards it.
    draft.write(putIf(BatchItemEntity, item, {}));
  }
  return next;
}

function validityOf(checked: CheckedRequest | LineFault[], payout: Payout | undefined) {
  if (payout) return { status: 'created', payoutId: payout.payoutId } as const;
  return Array.isArray(checked) ? ({ status: 'invalid', errors: checked } as const) : ({ status: 'valid' } as const);
}

function requestedBy({ corridor, wanted }: CheckedRequest) {
  const { corridorId, currency, sourceCurrency, funding } = corridor;
  const { leg: amountLeg, amount } = wanted;
  return {
    corridorId,
    amountLeg,
    currency: amountLeg === 'destination' ? currency : sourceCurrency,
    ...(funding && { funding: 'self' as const }),
    amount,
  };
}

/** @param isUnanswered the key that created the batch was revoked: only a person can confirm it now */
function validated(batch: Batch, organization: Organization, isUnanswered: boolean): Batch {
  const autoCommit = batch.autoCommit && !needsBatchApproval(organization);
  if (!autoCommit || batch.counts.invalid > 0 || isUnanswered) {
    return { ...batch, autoCommit, status: 'awaiting_confirmation', position: 0 };
  }
  return beginCreation(batch);
}

/** The batch from the moment at which its lines start to become payouts. */
export function beginCreation(batch: Batch): Batch {
  return { ...batch, status: 'creating', position: 0 };
}

function announceWait(draft: JournalDraft, batch: Batch): void {
  draft.event({
    type: 'payout_batch.awaiting_confirmation',
    batchId: batch.batchId,
    data: presentBatch(batch),
  });
  draft.write(cancelWork(batchWork(batch)));
}
