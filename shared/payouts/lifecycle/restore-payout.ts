import { type Approval, approvalRef } from '../../approvals/approval.ts';
import { endApproval } from '../../approvals/end-approval.ts';
import { openPayoutWrite } from '../../connections/open-payout.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { create, replace } from '../../ground/table/writes.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { cancelWork, scheduleHintedWork } from '../../journal/due/due-work.ts';
import { recordRef } from '../../journal/idempotency/claim.ts';
import { restoreKey } from '../../journal/idempotency/completion.ts';
import type { IdempotencyRecord } from '../../journal/idempotency/record.ts';
import { type AuditedRequest, deedOf } from '../../journal/rows/audit-row.ts';
import type { NamedRecord, RailRecord } from '../../ports/payout-rail.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { releaseCaps } from '../caps/consume-caps.ts';
import { awaitFlush } from '../flushing/await-flush.ts';
import { watchWrites } from '../funding/await-funds.ts';
import { withItsFunds } from '../funding/fund-payout.ts';
import { watchRef } from '../funding/watch.ts';
import { watchLate } from '../funding/watch-late.ts';
import type { Funding, SelfFundedPayout } from '../payout/funding.ts';
import { type Payout, PayoutEntity, referenceWrites } from '../payout/payout.ts';
import { presentPayoutEvent } from '../payout/present-payout.ts';
import { movePayout } from './move-payout.ts';
import { type PayoutMemo, readMemo } from './payout-memo.ts';

/** The record that a rail has of a payout that the table has lost. */
export interface LostPayout {
  readonly record: NamedRecord;
  readonly told: PayoutMemo['payout'];
}

/**
 * Restores a lost payout with `payBack`, together with its origin: a batch line, a link, or nothing.
 * @param payBack is given the sequence numbers of the events in this commit that already concern the payout
 * @returns the resource that the original request created, in the form in which a repetition of that request gets it
 */
export type RestoreOrigin = (
  draft: JournalDraft,
  lost: LostPayout,
  payBack: (announcedIn?: readonly number[]) => Payout,
) => { readonly resourceId: string; readonly status?: number; readonly body: unknown };

interface Found {
  readonly payout: Payout | undefined;
  readonly approval?: Approval | undefined;
}

/**
 * Restores a payout that its rail has and the table has lost: with its id, its debit, its event and the work of asking
 * its rail, as if it had been accepted now. A payout that its organization has funded itself debits nothing. The caps
 * do not count it, because they could only refuse what was already paid. The same commit marks the original request as
 * executed, so that a repetition is answered with the payout, and marks the approval of the payout as executed, if it
 * is still open (docs/adr/0032). The open approval of a batch stays open, because the batch may have lines that were
 * never created.
 * @returns false when the payout exists
 * @throws ServiceError INSUFFICIENT_BALANCE when the restored balance does not cover it
 */
export async function restorePayout(
  runtime: Runtime,
  record: NamedRecord,
  memo: PayoutMemo,
  audit: AuditedRequest,
  restoreOrigin: RestoreOrigin,
): Promise<boolean> {
  const { organizationId, key: payoutId } = record;
  const { batchId } = memo.payout;
  const approvalId = batchId === undefined ? memo.payout.approvalId : undefined;
  const asked = memo.asked && recordRef({ organizationId, key: memo.asked.idempotencyKey });
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {
        payout: refTo(PayoutEntity, { organizationId, payoutId }),
        ...(approvalId !== undefined && { approval: approvalRef(organizationId, approvalId) }),
        ...(asked && { asked }),
      },
      decide: (found: Found & { readonly asked?: IdempotencyRecord | undefined }, draft) => {
        if (found.payout) return undefined;
        const executedIn = endOpenApproval(draft, found.approval, record, memo);
        const write = (announcedIn: readonly number[] = []) =>
          payBack(draft, record, memo, [...executedIn, ...announcedIn]);
        const made = restoreOrigin(draft, { record, told: memo.payout }, write);
        const response = { status: made.status ?? 200, body: made.body };
        draft.skipCheck('asked');
        const executed =
          memo.asked &&
          restoreKey(
            { organizationId, ...memo.asked, requestId: audit.requestId },
            found.asked,
            { reply: response, did: deedOf(audit, made.resourceId) },
            draft.now,
          );
        if (executed) draft.write(executed);
        return { reply: response, resourceId: payoutId } satisfies Outcome;
      },
    },
    { audit },
  );
  return outcome !== undefined;
}

/** An approval that was executed before the restore and is open after it would otherwise be executed again. */
function endOpenApproval(
  draft: JournalDraft,
  approval: Approval | undefined,
  { key: payoutId }: NamedRecord,
  { payout: { payoutLinkId } }: PayoutMemo,
): readonly number[] {
  if (approval?.status !== 'pending' && approval?.status !== 'approved') return [];
  const { kind } = approval;
  const became = { ...(kind === 'payout' && { payoutId }), ...(kind === 'payout_link' && { payoutLinkId }) };
  const { sequence } = endApproval(draft, { ...approval, status: 'approved' }, 'executed', became);
  return payoutLinkId === undefined ? [sequence] : [];
}

function payBack(
  draft: JournalDraft,
  { organizationId, key: payoutId, rail, corridorId, destinationAmount, destinationCurrency }: NamedRecord,
  { payout: told, asked }: PayoutMemo,
  announcedIn: readonly number[],
): Payout {
  const { sourceAmount, sourceCurrency, fee, batchId, connectionId, acceptedAt } = told;
  const funding = told.funding && lostFunding(told.funding);
  const debit = () => draft.post({ type: 'payout', currency: sourceCurrency, amount: -sourceAmount, fee, payoutId });
  const payout: Payout = {
    ...told,
    organizationId,
    payoutId,
    version: 1,
    status: 'pending',
    requiresFunding: funding !== undefined,
    ...(funding && { funding }),
    corridorId,
    rail,
    destinationAmount,
    destinationCurrency,
    livemode: draft.livemode,
    updatedAt: told.createdAt,
    eventSequences: [...announcedIn, draft.nextSequence],
    ledgerPositions: funding ? [] : [debit()],
  };
  draft.event({ type: 'payout.pending', payoutId, ...(batchId && { batchId }), data: presentPayoutEvent(payout) });
  const work = { organizationId, kind: 'rails', resourceId: payoutId } as const;
  draft.write(
    create(PayoutEntity, payout),
    ...referenceWrites(payout),
    ...(connectionId === undefined ? [] : [openPayoutWrite({ connectionId, payoutId })]),
    scheduleHintedWork(work, draft.now, acceptedAt ?? Date.parse(told.createdAt), asked),
  );
  if (funding) {
    flushLost(draft, { organizationId, payoutId, funding });
    watchLate(draft, { organizationId, payoutId, funding });
    draft.write(...watchWrites(draft.now, funding, draft.lookUpUnchecked(watchRef(funding))));
  }
  return payout;
}

/**
 * The funding of a payout as completely received, after a restore has lost the transfers that funded it. Money beyond
 * its amount is found again, and held.
 */
function lostFunding(told: Funding): Funding {
  return { ...told, received: told.amount, unlisted: told.amount };
}

/**
 * Moves a payout to the status that its rail has on record. If the rail will report nothing more, the work of asking it
 * ends too, because the recipient that is needed for asking may be lost.
 */
export async function catchUpPayout(runtime: Runtime, record: RailRecord, audit: AuditedRequest): Promise<void> {
  const { organizationId, key: payoutId } = record;
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { payout: refTo(PayoutEntity, { organizationId, payoutId }) },
      decide: ({ payout: found }, draft) => {
        const payout = found && fundsOf(draft, found, record);
        if (!payout) return undefined;
        const isMoved = movePayout(draft, payout, record.news);
        if (!isMoved && payout === found) return undefined;
        if (!isMoved) draft.write(replace(PayoutEntity, payout));
        const work = { organizationId, kind: 'rails', resourceId: payoutId } as const;
        if (!('recheckInMs' in record.news)) draft.write(cancelWork(work));
        // It awaited funds, so no work was due at its rail.
        else if (payout !== found) draft.write(scheduleHintedWork(work, draft.now, record.receivedAt));
        return { reply: { status: 200, body: undefined }, resourceId: payoutId };
      },
    },
    { audit },
  );
}

/**
 * The rail has a payout that awaits funds here, so its money had arrived: the table has lost the transfers, and perhaps
 * a later price.
 */
function fundsOf(draft: JournalDraft, payout: Payout, { memo, destinationAmount }: RailRecord): Payout {
  const { status, funding } = payout;
  if (status !== 'awaiting_funds' || !funding) return payout;
  const told = readMemo(memo)?.payout;
  const price = told && { sourceAmount: told.sourceAmount, fee: told.fee, rate: told.rate, destinationAmount };
  const { received } = funding;
  const amount = told?.funding?.amount ?? funding.amount;
  const unlisted = amount > received ? amount - received : 0n;
  const sent = { ...funding, amount, received: received + unlisted, ...(unlisted > 0n && { unlisted }) };
  const funded = { ...payout, ...price, funding: sent };
  const saved = payout.sourceAmount - funded.sourceAmount;
  if (saved > 0n) releaseCaps(draft, { ...payout, sourceAmount: saved });
  flushLost(draft, funded);
  return withItsFunds(draft, funded);
}

/** After a restore has lost the transfers, nobody knows whether the money was flushed. */
function flushLost(
  draft: JournalDraft,
  { organizationId, payoutId, funding }: Pick<SelfFundedPayout, 'organizationId' | 'payoutId' | 'funding'>,
): void {
  const { connectionId, contract, unlisted = 0n } = funding;
  awaitFlush(draft, { organizationId, payoutId, connectionId, contract }, { amount: unlisted, listed: 0 });
}
