import { RecipientEntity } from '../../../corridors/recipients/recipient.ts';
import { refuseWallet } from '../../../corridors/recipients/refuse-wallet.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { formatAmount } from '../../../ground/money/money.ts';
import { refTo } from '../../../ground/table/expressions.ts';
import { replace } from '../../../ground/table/writes.ts';
import type { ApiKey } from '../../../identity/api-key.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import { enterPayout } from '../../lifecycle/enter-payout.ts';
import { newPayout } from '../../lifecycle/new-payout.ts';
import { refuseDrift } from '../../payout/expect-destination.ts';
import type { Payout } from '../../payout/payout.ts';
import { givenOf, type PayoutRequest } from '../../payout/payout-request.ts';
import { refuseUnpayable } from '../../payout/refuse-unpayable.ts';
import { methodOf, type PricedPayout, recipientIdOf } from '../../pricing/price-payout.ts';
import type { Batch } from '../batch/batch.ts';
import { type BatchItem, BatchItemEntity, createdItem, payoutIdOf } from '../batch/batch-item.ts';
import { needsBatchApproval } from '../batch/require-mass-payouts.ts';
import { costOf, withDebit, withMoved } from '../batch/totals.ts';
import type { LinePrice } from './line-prices.ts';

/** A line that should become a payout. */
export interface EnterableLine {
  readonly organization: Organization;
  /** The key responsible for the batch was revoked, and nobody approved the batch. */
  readonly isUnanswered: boolean;
  /** The keys responsible for the batch. None if a person confirmed it. */
  readonly keys: readonly ApiKey[];
  readonly batch: Batch;
  readonly item: BatchItem;
  readonly request: PayoutRequest;
  readonly price: LinePrice;
  /** The payout that the line has already become: a restore has kept the payout but not the change of the line. */
  readonly payout?: Payout | undefined;
}

/**
 * Turns a line into a payout, as `POST payouts` does: with its debit, or awaiting the funds of its organization.
 * @returns the batch with the line created
 * @throws ServiceError why it is refused: UNAUTHORIZED, USE_POST_PAYOUTS, and those of `POST payouts`
 */
export function enterLine(draft: JournalDraft, { organization, isUnanswered, keys, ...line }: EnterableLine): Batch {
  const { batch, item, request, price } = line;
  const { organizationId, batchId, externalReferenceId } = batch;
  if (line.payout) return withCreated(draft, line, line.payout);
  if (isUnanswered) throw new ServiceError('UNAUTHORIZED', 'the key that requested it was revoked');
  refuseUnapproved(organization, batch);
  if ('refusal' in price) throw price.refusal;
  const { priced, plan } = price;
  const recipientRef = refTo(RecipientEntity, { organizationId, recipientId: recipientIdOf(request) });
  const { recipient, method } = methodOf(draft.lookUp(recipientRef), request);
  refuseUnpayable(organization, recipient);
  refuseWallet(organization, method, keys);
  if (method.corridorId !== (priced.selfFunding?.accountsOf ?? priced.corridorId))
    throw new ServiceError('INTERNAL', 'the account now has another corridor');
  refuseDrift(request.expectDestination, priced);
  refuseAboveApproved(batch, priced);
  const { destinationAccountId } = request;
  const requested = { payoutId: payoutIdOf(batch, item.index), destinationAccountId, given: givenOf(request) };
  const payout = enterPayout(draft, organization, {
    ...newPayout(requested, recipient, priced),
    plan,
    batchId,
    batchReference: externalReferenceId,
    ...(batch.largestDebit !== undefined && { approvalId: batch.approvalId }),
  });
  return withCreated(draft, line, payout);
}

type Created = Pick<EnterableLine, 'batch' | 'item'>;

function withCreated(draft: JournalDraft, { batch, item }: Created, payout: Payout): Batch {
  draft.write(replace(BatchItemEntity, createdItem(item, payout)));
  return withDebit(withMoved(batch, 'valid', 'created'), payout);
}

/** A threshold that was set in the meantime applies to every remaining line of a batch that nobody approved. */
function refuseUnapproved(organization: Organization, { largestDebit }: Batch): void {
  if (largestDebit !== undefined || !needsBatchApproval(organization)) return;
  throw new ServiceError(
    'USE_POST_PAYOUTS',
    'the organization has an approval threshold, and nobody approved the batch',
  );
}

/** People voted on the most that the batch may take, from the balance and from the organization's wallet together. */
function refuseAboveApproved(batch: Batch, { sourceAmount, sourceCurrency }: PricedPayout): void {
  const { largestDebit } = batch;
  const total = costOf(batch) + sourceAmount;
  if (largestDebit === undefined || total <= largestDebit) return;
  const shown = `${formatAmount(total, sourceCurrency)} ${sourceCurrency}`;
  throw new ServiceError('RATE_DRIFT_EXCEEDED', `the batch would have taken ${shown}, more than was approved`);
}
