import { create } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type Asked, scheduleWork } from '../../journal/due/due-work.ts';
import { datedWrites, dateOf } from '../../journal/rows/dated-row.ts';
import { consumeCaps } from '../caps/consume-caps.ts';
import { requireApproval } from '../caps/needs-approval.ts';
import type { CappedPayout } from '../caps/refuse-over-limits.ts';
import { countPayout } from '../payout/count-payout.ts';
import { type Payout, PayoutEntity, payoutPartition, referenceWrites } from '../payout/payout.ts';
import { presentPayoutEvent } from '../payout/present-payout.ts';

/** The fields that a new payout is given; the rest follows from the journal. */
export type NewPayout = Pick<
  Payout,
  | 'payoutId'
  | 'given'
  | 'recipientId'
  | 'destinationAccountId'
  | 'corridorId'
  | 'rail'
  | 'sourceAmount'
  | 'sourceCurrency'
  | 'destinationAmount'
  | 'destinationCurrency'
  | 'fee'
  | 'rate'
  | 'approvalId'
  | 'payoutLinkId'
  | 'linkMemo'
  | 'batchId'
  | 'batchReference'
> &
  Pick<CappedPayout, 'endUsers'> & {
    /** The keyed request that asked for it: its rail is told. */
    readonly asked?: Asked | undefined;
  };

/**
 * Debits the balance and creates the payout, with its ledger row, its event and the due work of sending it. Every
 * payout is created here, so that none bypasses the caps or an approval threshold.
 * @param announcedIn sequences of events of this commit that are already about the payout
 * @throws ServiceError USE_POST_PAYOUTS (above a threshold and not approved), PAYOUT_LIMIT_EXCEEDED,
 *   INSUFFICIENT_BALANCE, VALIDATION_ERROR (no end user although there is a cap per end user)
 */
export function debitPayout(
  draft: JournalDraft,
  organization: Organization,
  fields: NewPayout,
  announcedIn: readonly number[] = [],
): Payout {
  requireApproval(draft, organization, fields);
  const { organizationId } = draft.head;
  const { endUsers: _, asked, ...stored } = fields;
  const { payoutId, batchId } = fields;
  const datedAt = dateOf(payoutId, draft.now);
  const counted = consumeCaps(draft, organization, fields);
  const position = draft.post({
    type: 'payout',
    currency: fields.sourceCurrency,
    amount: -fields.sourceAmount,
    fee: fields.fee,
    payoutId,
  });
  const payout: Payout = {
    ...stored,
    organizationId,
    version: 1,
    status: 'pending',
    requiresFunding: false,
    livemode: draft.livemode,
    counted,
    acceptedAt: draft.now,
    datedAt,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
    eventSequences: [...announcedIn, draft.nextSequence],
    ledgerPositions: [position],
  };
  draft.event({ type: 'payout.pending', payoutId, ...(batchId && { batchId }), data: presentPayoutEvent(payout) });
  countPayout(draft, payout);
  draft.write(
    create(PayoutEntity, payout),
    ...referenceWrites(payout),
    ...datedWrites(payoutPartition(organizationId), payoutId, datedAt),
    scheduleWork({ organizationId, kind: 'rails', resourceId: payoutId }, draft.now, asked),
  );
  return payout;
}
