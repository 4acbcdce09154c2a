import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { type ItemRef, refTo } from '../../ground/table/expressions.ts';
import { create, putIf, replace, type Write } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { dueRef, restartWork } from '../../journal/due/due-work.ts';
import type { DepositChain, DepositTransfer } from '../../ports/deposit-chain.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { ChainSilent, chainAnswer } from '../../ports/token-chain.ts';
import type { FundedKey } from '../flushing/arrived.ts';
import { awaitFlush, flushLookUps } from '../flushing/await-flush.ts';
import { holdTransfer } from '../funding/hold-money.ts';
import { pauseUnsound } from '../funding/pause-unsound.ts';
import { fundOrWait, takingLookUps } from '../funding/take-funds.ts';
import {
  type FundingTransfer,
  FundingTransferEntity,
  transferRef,
  UsedTransactionEntity,
} from '../funding/transfer.ts';
import { awaitingWork, type HeldAs } from '../funding/watch.ts';
import type { Funding, SelfFundedPayout } from '../payout/funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { isInDoubt, restoredTableRef } from '../payout/restored-table.ts';
import { type Evidence, type JudgedTransfer, type Judgement, judgeTransfers } from './judge-transfers.ts';
import { knownSenders } from './screen-senders.ts';

type PayoutKey = Pick<Payout, 'organizationId' | 'payoutId'>;
export type RecordingRuntime = Runtime<'depositChain' | 'senderScreening'>;

/** Maximum number of transfers in one commit. */
export const mostTogether = 25;

interface Arrivals {
  /** At most `mostTogether`, oldest first. */
  readonly transfers: readonly DepositTransfer[];
  /** Whether parked transfers are judged again. */
  readonly again?: boolean;
  /** Set if no payout exists that the transfers could fund. */
  readonly heldAs?: HeldAs | undefined;
}

/**
 * Records final transfers to the address of a payout, in one commit, as `judgeTransfers` decides, and has their
 * money flushed. Once they fund the payout, it is sent.
 * @throws ChainSilent, ScreeningUnavailable; then nothing is recorded
 */
export async function recordTransfers(runtime: RecordingRuntime, key: FundedKey, arrivals: Arrivals): Promise<void> {
  const senders = await knownSenders(runtime, arrivals.transfers);
  const complete = await commitTransfers(runtime, key, arrivals, senders);
  if (!complete) return;
  const bankable = await bankableOf(runtime, complete, arrivals.transfers);
  await commitTransfers(runtime, key, arrivals, { ...senders, bankable }, takingLookUps(complete, runtime.clock()));
}

/** @throws ChainSilent if there is no such chain */
export function chainOf({ deposits }: Pick<RecordingRuntime, 'deposits'>): DepositChain {
  if (!deposits) throw new ChainSilent('no chain is set up');
  return deposits;
}

/**
 * Checks, before transfers fund a payout, how much of the money would reach a treasury, and whether the token is still
 * worth a dollar.
 * @throws ChainSilent
 */
export async function bankableOf(
  runtime: RecordingRuntime,
  { payoutId, funding }: SelfFundedPayout,
  transfers: readonly DepositTransfer[],
): Promise<bigint> {
  // The nodes behind one address may differ about the final block, and an older block does not contain the money.
  const newest = Math.max(...transfers.map(({ block }) => block));
  const [[bankable = 0n]] = await Promise.all([
    chainAnswer(() => chainOf(runtime).bankable(funding, [payoutId], newest)),
    pauseUnsound(runtime, funding, newest),
  ]);
  return bankable;
}

/**
 * @returns the payout if the transfers would fund it, but `evidence` does not say how much of the money would reach a
 * treasury. In that case nothing is recorded
 */
async function commitTransfers(
  runtime: RecordingRuntime,
  key: FundedKey,
  { transfers, again = false, heldAs }: Arrivals,
  evidence: Evidence,
  further: readonly ItemRef[] = [],
): Promise<SelfFundedPayout | undefined> {
  const { organizationId, payoutId } = key;
  let complete: SelfFundedPayout | undefined;
  let recorded: readonly JudgedTransfer[] = [];
  await decideAndCommit(runtime, {
    organizationId,
    reads: { payout: refTo(PayoutEntity, { organizationId, payoutId }) },
    lookUps: [...recordingLookUps(key, transfers), ...further],
    decide: ({ payout: found }: { readonly payout: Payout | undefined }, draft) => {
      const payout = key.stray === undefined && found?.funding ? { ...found, funding: found.funding } : undefined;
      const addressed = payout ?? (heldAs && unfundable(key, heldAs));
      if (!addressed) throw new Error(`${payoutId} has no address`);
      if (isInDoubt(addressed, draft.lookUpUnchecked(restoredTableRef))) return undefined;
      const judgement = judgeTransfers(addressed, unrecorded(draft, key, transfers, again), evidence);
      complete = judgement.isFunded && evidence.bankable === undefined ? payout : undefined;
      recorded = judgement.judged;
      if (complete || recorded.length === 0) return undefined;
      writeTransfers(draft, key, addressed, judgement, payout ? undefined : heldAs);
      if (payout) writeSums(draft, payout, judgement);
      return { reply: { status: 200, body: undefined }, resourceId: payoutId };
    },
  });
  if (!complete) reportParked(runtime, { organizationId, payoutId }, recorded);
  return complete;
}

/** A payout whose address received money. */
type Addressed = Pick<Payout, 'organizationId' | 'payoutId' | 'sourceCurrency' | 'status'> & {
  readonly stray?: string | undefined;
  readonly isUnissued?: boolean | undefined;
  readonly funding: Pick<Funding, 'connectionId' | 'chain' | 'token' | 'amount' | 'received' | 'unlisted'>;
};

/** A placeholder for a payout that cannot be funded: all money that is received for it is held. */
function unfundable(
  { organizationId, payoutId, connectionId, stray }: FundedKey,
  { chain, token, currency, isUnissued }: HeldAs,
): Addressed {
  const funding = { connectionId, chain, token, amount: 0n, received: 0n };
  return { organizationId, payoutId, stray, isUnissued, sourceCurrency: currency, status: 'failed', funding };
}

/** Items that a decision looks up when it records transfers. */
function recordingLookUps(key: FundedKey, transfers: readonly DepositTransfer[]): ItemRef[] {
  const reads = transfers.map((transfer) => transferRef({ ...key, ...transfer }));
  return [restoredTableRef, dueRef(awaitingWork(key)), ...flushLookUps(key), ...reads];
}

/** The given transfers that the table does not have yet, which are to be judged. */
export function unrecorded(
  draft: JournalDraft,
  key: PayoutKey & Pick<FundedKey, 'stray'>,
  transfers: readonly DepositTransfer[],
  again = false,
): DepositTransfer[] {
  return transfers.filter((transfer) => {
    const row = draft.lookUp(transferRef({ ...key, ...transfer }));
    return !row || (again && row.state === 'parked');
  });
}

/** Writes the judged transfers. @returns the payout as it is written */
export function writeJudged(draft: JournalDraft, payout: SelfFundedPayout, judgement: Judgement): SelfFundedPayout {
  const { organizationId, payoutId, funding } = payout;
  const { connectionId, contract } = funding;
  writeTransfers(draft, { organizationId, payoutId, connectionId, contract }, payout, judgement);
  return writeSums(draft, payout, judgement);
}

/**
 * Writes transfers, and has their money flushed. Money whose transfers were lost in a restore was added when the
 * payout was restored, so it is not added again.
 */
function writeTransfers(
  draft: JournalDraft,
  key: FundedKey,
  payout: Addressed,
  { judged, unlisted }: Judgement,
  heldAs?: HeldAs,
): void {
  if (judged.length === 0) return;
  const { connectionId, contract } = key;
  const earlier = judged.map((transfer) => draft.lookUp(transferRef({ ...key, ...transfer })));
  const fresh = judged.filter((_, index) => !earlier[index]);
  const foundAgain = (payout.funding.unlisted ?? 0n) - unlisted;
  awaitFlush(draft, key, {
    amount: fresh.reduce((sum, { amount }) => sum + amount, 0n) - foundAgain,
    listed: countListed(judged) - countListed(earlier),
  });
  const ofToken = heldAs && { connectionId, contract, ...heldAs };
  for (const transfer of judged) writeTransfer(draft, payout, transfer, ofToken);
}

function countListed(transfers: readonly (Pick<FundingTransfer, 'parkedFor'> | undefined)[]): number {
  return transfers.filter((transfer) => transfer?.parkedFor === 'listed').length;
}

function writeSums(
  draft: JournalDraft,
  payout: SelfFundedPayout,
  { judged, received, unlisted, countedAt, price }: Judgement,
): SelfFundedPayout {
  const { confirming, unlisted: lost = 0n, ...funding } = payout.funding;
  if (received === funding.received && unlisted === lost) return payout;
  draft.write(...usedWrites(funding.chain, judged));
  const isStillConfirming = confirming !== undefined && judged.every(({ hash }) => hash !== confirming);
  const sums = {
    ...funding,
    received,
    ...(countedAt > 0 && { countedAt }),
    ...(unlisted > 0n && { unlisted }),
    ...(isStillConfirming && { confirming }),
  };
  const counted: SelfFundedPayout = { ...payout, updatedAt: draft.timestamp, funding: sums };
  const written = price === 'own' ? fundOrWait(draft, counted) : counted;
  if (price && written.status === 'awaiting_funds') draft.write(restartWork(awaitingWork(payout), draft.now));
  draft.write(replace(PayoutEntity, written));
  return written;
}

function usedWrites(chain: string, judged: readonly JudgedTransfer[]): Write[] {
  const counted = judged.filter(({ state }) => state === 'counted').map(({ hash }) => hash);
  return [...new Set(counted)].map((hash) => putIf(UsedTransactionEntity, { chain, hash }, {}));
}

function writeTransfer(
  draft: JournalDraft,
  payout: Addressed,
  transfer: JudgedTransfer,
  heldAs?: FundingTransfer['heldAs'],
): void {
  const { organizationId, payoutId, stray } = payout;
  const { hash, logIndex, amount, from, signer, block, madeAt, state, parkedFor, held } = transfer;
  const key = { organizationId, payoutId, hash, logIndex, stray };
  const judged = { state, ...(parkedFor && { parkedFor }) };
  const parked = draft.lookUp(transferRef(key));
  if (parked) {
    const { parkedFor: _, ...stored } = parked;
    draft.write(replace(FundingTransferEntity, { ...stored, ...judged }));
  } else {
    const told = { amount, from, signer, block, madeAt, ...(heldAs && { heldAs }) };
    draft.write(create(FundingTransferEntity, { ...key, version: 1, ...told, ...judged }));
  }
  if (held > 0n) holdTransfer(draft, payout, { ...transfer, amount: held });
}

function reportParked({ log, clock }: RecordingRuntime, key: PayoutKey, recorded: readonly JudgedTransfer[]): void {
  for (const { hash, logIndex, state, parkedFor } of recorded)
    if (state === 'parked')
      log.error('a transfer to the address of a payout is parked', {
        ...key,
        hash,
        logIndex,
        parkedFor,
        ...metricFields(clock(), measurement('TransferParked', 1)),
      });
}
