import { openPayoutWrite } from '../../connections/open-payout.ts';
import { create } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type RequestKey, scheduleWork } from '../../journal/due/due-work.ts';
import { datedWrites, dateOf } from '../../journal/rows/dated-row.ts';
import { consumeCaps } from '../caps/consume-caps.ts';
import { requireApproval } from '../caps/needs-approval.ts';
import type { CappedPayout } from '../caps/refuse-over-limits.ts';
import { awaitFunds } from '../funding/await-funds.ts';
import { type FundingPlan, newFunding } from '../funding/funding-plan.ts';
import { countPayout } from '../payout/count-payout.ts';
import { type Payout, PayoutEntity, payoutPartition, referenceWrites } from '../payout/payout.ts';
import { presentPayoutEvent } from '../payout/present-payout.ts';

/** The fields of a new payout that the caller sets; the rest follows from the journal. */
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
    /** How the organization funds the payout itself. Absent if the balance pays. */
    readonly plan?: FundingPlan | undefined;
    /** The purpose of the organization's connection that pays it. Absent if none does. */
    readonly slot?: string | undefined;
    /** The keyed request that created it. It is reported to the rail. */
    readonly asked?: RequestKey | undefined;
  };

/**
 * Creates a payout with its event: debits the balance and schedules sending, or waits for the funds of the
 * organization. Every payout is created here, so that none bypasses the caps or an approval threshold.
 * @param announcedIn sequences of events of this commit that are already about the payout
 * @throws ServiceError USE_POST_PAYOUTS (above a threshold and not approved), PAYOUT_LIMIT_EXCEEDED,
 *   INSUFFICIENT_BALANCE, VALIDATION_ERROR (no end user although there is a cap per end user)
 */
export function enterPayout(
  draft: JournalDraft,
  organization: Organization,
  fields: NewPayout,
  announcedIn: readonly number[] = [],
): Payout {
  requireApproval(draft, organization, fields);
  const { organizationId } = draft.head;
  const { endUsers: _, asked, plan, slot, ...stored } = fields;
  const { payoutId, batchId } = fields;
  const connectionId = slot === undefined ? undefined : organization.connections?.[slot];
  const datedAt = dateOf(payoutId, draft.now);
  const counted = consumeCaps(draft, organization, fields);
  const funding = plan && { ...newFunding(plan, fields, draft.now), countedIn: draft.nextSequence };
  const payout: Payout = {
    ...stored,
    ...(connectionId !== undefined && { connectionId }),
    organizationId,
    version: 1,
    status: funding ? 'awaiting_funds' : 'pending',
    requiresFunding: funding !== undefined,
    ...(funding && { funding }),
    livemode: draft.livemode,
    counted,
    acceptedAt: draft.now,
    datedAt,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
    eventSequences: [...announcedIn, draft.nextSequence],
    ledgerPositions: funding ? [] : [debit(draft, fields)],
  };
  draft.event({ type: 'payout.pending', payoutId, ...(batchId && { batchId }), data: presentPayoutEvent(payout) });
  countPayout(draft, payout);
  draft.write(
    create(PayoutEntity, payout),
    ...referenceWrites(payout),
    ...(connectionId === undefined ? [] : [openPayoutWrite({ connectionId, payoutId })]),
    ...datedWrites(payoutPartition(organizationId), payoutId, datedAt),
  );
  if (funding) awaitFunds(draft, { organizationId, payoutId, funding, asked });
  else draft.write(scheduleWork({ organizationId, kind: 'rails', resourceId: payoutId }, draft.now, asked));
  return payout;
}

function debit(draft: JournalDraft, { payoutId, sourceAmount, sourceCurrency, fee }: NewPayout): string {
  return draft.post({ type: 'payout', currency: sourceCurrency, amount: -sourceAmount, fee, payoutId });
}
