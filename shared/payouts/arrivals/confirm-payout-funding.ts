import * as z from 'zod';
import { Id } from '../../contract/fields.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { replace } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { dueRef, restartWork } from '../../journal/due/due-work.ts';
import { watchWrites } from '../funding/await-funds.ts';
import type { FundingTransfer } from '../funding/transfer.ts';
import { addressOf, awaitingWork, followMs } from '../funding/watch.ts';
import { isComplete, type SelfFundedPayout } from '../payout/funding.ts';
import { type FundingQuote, liveQuote } from '../payout/funding-price.ts';
import { selfFunded } from '../payout/get-payout-funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { type PayoutBody, presentPayout } from '../payout/present-payout.ts';
import { isInDoubt, restoredTableRef } from '../payout/restored-table.ts';
import { isTerminal } from '../payout/transitions.ts';
import { recordAll } from './find-missing.ts';
import { type Judgement, judgeTransfers } from './judge-transfers.ts';
import { mostTogether, type RecordingRuntime, unrecorded, writeJudged } from './record-transfers.ts';
import { recordedTransfers, type SeenTransaction, seeTransaction } from './see-transaction.ts';

export const ConfirmFunding = z
  .strictObject({
    transactionHash: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, 'is not the hash of a transaction: 0x and 64 hexadecimal digits')
      .transform((hash) => hash.toLowerCase())
      .meta({
        description: 'Hash of the transaction with which you sent the money.',
        examples: [`0x${'5a'.repeat(32)}`],
      }),
    fundingQuoteId: Id.optional().meta({
      description: 'The quote at whose price you have sent it: refused if the transaction was mined after its end.',
    }),
  })
  .meta({ id: 'ConfirmFunding', description: 'Which transaction funds the payout.' });

type Confirmation = z.output<typeof ConfirmFunding>;

interface Found {
  readonly organization: Organization;
  readonly payout: Payout | undefined;
}

type Confirmed = { readonly status: 200; readonly body: PayoutBody };

/**
 * Confirms the transaction with which an organization has sent the money of a payout. A mined and correct transaction
 * is waited for, and the payout cannot be canceled in the meantime; a final one funds the payout at once, as the worker
 * would.
 * @throws ServiceError ACCOUNT_BLOCKED, NOT_FOUND, BAD_REQUEST, FUNDING_NOT_APPLICABLE, PAYOUT_NOT_FUNDABLE,
 * FUNDING_NOT_YET_VERIFIABLE, FUNDING_TRANSACTION_INVALID, FUNDING_TRANSACTION_ALREADY_USED, FUNDING_NOT_VERIFIABLE,
 * FUNDING_QUOTE_EXPIRED, CONFLICT
 */
export async function confirmPayoutFunding(
  runtime: RecordingRuntime,
  organization: Organization,
  payoutId: string,
  confirmation: Confirmation,
  execution: Execution,
): Promise<Confirmed> {
  const { organizationId } = organization;
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { payout: refTo(PayoutEntity, { organizationId, payoutId }) },
      known: { organization },
      lookUps: [restoredTableRef, dueRef(awaitingWork({ organizationId, payoutId }))],
      ask: (found) => askAbout(runtime, found, confirmation),
      decide: (found: Found, draft, seen: SeenTransaction | undefined) =>
        decideConfirmation(found, draft, { ...confirmation, seen }),
    },
    execution,
  );
  return replyOf(outcome);
}

/** Makes no outside call for a payout that can be decided on without it. */
async function askAbout(
  runtime: RecordingRuntime,
  { organization, payout: found }: Found,
  { transactionHash: hash, fundingQuoteId }: Confirmation,
): Promise<SeenTransaction | undefined> {
  refuseSuspended(organization);
  const payout = payoutOf(found, organization);
  const quote = quoteNamed(payout, fundingQuoteId);
  if (payout.status === 'awaiting_funds' && payout.funding.confirming !== undefined) return undefined;
  if (payout.status === 'awaiting_funds') {
    const seen = await seeTransaction(runtime, payout, hash);
    refuseAfterQuote(quote, seen);
    if (!seen.mined?.isFinal || seen.mined.transfers.length <= mostTogether) return seen;
    await recordAll(runtime, addressOf(payout), seen.mined.transfers);
    throw conflict('its transaction had more transfers than one step records; all of them are recorded, so ask again');
  }
  return seeLate(runtime, payout, hash);
}

/**
 * Money that arrives for a payout that awaits none is read when someone confirms it, and is a held deposit. What has
 * funded the payout is not read again.
 */
async function seeLate(
  runtime: RecordingRuntime,
  payout: SelfFundedPayout,
  hash: string,
): Promise<SeenTransaction | undefined> {
  const recorded = await recordedTransfers(runtime, payout, hash);
  if (recorded.some(hasFunded)) return { payout, recorded, isUsed: true };
  const seen = await seeTransaction(runtime, payout, hash).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    return undefined;
  });
  if (seen?.mined?.isFinal) await recordAll(runtime, addressOf(payout), seen.mined.transfers);
  return seen;
}

interface Deciding extends Confirmation {
  readonly seen: SeenTransaction | undefined;
}

function decideConfirmation(
  { organization, payout: found }: Found,
  draft: JournalDraft,
  { transactionHash, fundingQuoteId, seen }: Deciding,
): Outcome<Confirmed> {
  refuseSuspended(organization);
  const payout = payoutOf(found, organization);
  const quote = quoteNamed(payout, fundingQuoteId);
  const { status, funding } = payout;
  if (status !== 'awaiting_funds') return decideLate(payout, seen);
  if (funding.confirming === transactionHash) return answer(payout);
  if (funding.confirming !== undefined)
    throw conflict(`it waits for ${funding.confirming}, which was confirmed for it`);
  if (seen) refuseAfterQuote(quote, seen);
  if (isComplete(funding) && seen?.recorded.some(hasFunded)) return answer(payout);
  if (isInDoubt(payout, draft.lookUpUnchecked(restoredTableRef)))
    throw conflict('data was restored, and it may have been sent or canceled meanwhile; create another payout');
  if (!seen) throw conflict('its funding has changed meanwhile');
  if (isComplete(funding)) throw conflict('its money has already arrived');
  const { mined } = seen;
  if (!mined) throw new ServiceError('FUNDING_NOT_YET_VERIFIABLE', 'the transaction is not in a block yet');
  const fresh = mined.isFinal ? unrecorded(draft, payout, mined.transfers) : mined.transfers;
  const judgement = judgeTransfers(payout, fresh, mined);
  if (!judgement.isFunded) throw insufficient(payout, seen, judgement);
  // Other money has arrived since, and it is not known whether all of it would reach a treasury.
  if (mined.isFinal && mined.bankable === undefined) throw conflict('its funding has changed meanwhile');
  if (mined.isFinal) return answer(writeJudged(draft, payout, judgement));
  const confirming = { ...payout, updatedAt: draft.timestamp, funding: { ...funding, confirming: transactionHash } };
  draft.write(
    replace(PayoutEntity, confirming),
    restartWork(awaitingWork(payout), draft.now + followMs),
    ...watchWrites(draft.now, funding, seen.watch),
  );
  return answer(confirming);
}

function quoteNamed({ funding }: SelfFundedPayout, fundingQuoteId: string | undefined): FundingQuote | undefined {
  if (fundingQuoteId === undefined) return undefined;
  const quote = funding.quotes?.find((one) => one.fundingQuoteId === fundingQuoteId);
  if (!quote) throw new ServiceError('NOT_FOUND', 'fundingQuoteId: the payout has no such funding quote');
  return quote;
}

/**
 * A caller that names a quote relies on its price, which does not apply to money that arrives after the quote has
 * expired.
 */
function refuseAfterQuote(quote: FundingQuote | undefined, { mined, recorded }: SeenTransaction): void {
  const madeAt = (mined?.transfers[0] ?? recorded[0])?.madeAt;
  if (!quote || madeAt === undefined || madeAt <= quote.expiresAt) return;
  throw new ServiceError(
    'FUNDING_QUOTE_EXPIRED',
    `the transaction was mined after the quote had ended at ${timestamp(quote.expiresAt)}; without the quote it can be confirmed`,
  );
}

/**
 * For a payout that awaits no money, the transaction that funded it is answered with the payout, in whatever state it
 * is.
 */
function decideLate(payout: SelfFundedPayout, seen: SeenTransaction | undefined): Outcome<Confirmed> {
  const { status } = payout;
  if (seen?.recorded.some(hasFunded)) return answer(payout);
  if (seen?.payout.status === 'awaiting_funds') throw conflict('its funding has changed meanwhile');
  if (isTerminal(status) || status === 'completed')
    throw new ServiceError(
      'PAYOUT_NOT_FUNDABLE',
      `the payout is ${status}: money that arrives for it is held as a deposit`,
    );
  throw conflict('its money has already arrived');
}

/** Why a mined transaction does not fund the payout. */
function insufficient(
  { payoutId, funding }: SelfFundedPayout,
  { recorded, isUsed, mined }: SeenTransaction,
  { judged, received: enough, countedAt }: Judgement,
): ServiceError {
  if ([...recorded, ...judged].some(({ state }) => state === 'parked'))
    return new ServiceError('FUNDING_NOT_VERIFIABLE', 'a transfer of this transaction has to be examined by a person');
  const { token, received } = funding;
  const isElsewhere = mined?.transfers.length === 0;
  if (isElsewhere && isUsed)
    return new ServiceError('FUNDING_TRANSACTION_ALREADY_USED', 'the transaction has funded another payout');
  if (isElsewhere)
    return new ServiceError(
      'FUNDING_TRANSACTION_INVALID',
      `the transaction failed, or sends no ${token} to the address of ${payoutId}`,
    );
  const { amount } = liveQuote(funding, countedAt) ?? funding;
  const [sum, wanted] = [enough > received ? enough : received, amount].map((units) => formatAmount(units, token));
  return new ServiceError(
    'FUNDING_TRANSACTION_INVALID',
    `with this transaction, ${sum} of ${wanted} ${token} has arrived`,
  );
}

function hasFunded({ state }: FundingTransfer): boolean {
  return state === 'counted';
}

function payoutOf(payout: Payout | undefined, { mode }: Organization): SelfFundedPayout {
  if (!payout) throw new ServiceError('NOT_FOUND', 'no such payout');
  return selfFunded(payout, mode);
}

function answer(payout: SelfFundedPayout): Outcome<Confirmed> {
  return { reply: { status: 200, body: presentPayout(payout) }, resourceId: payout.payoutId };
}

function conflict(why: string): ServiceError {
  return new ServiceError('CONFLICT', `the payout cannot be confirmed: ${why}`);
}
