import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { DepositToken, DepositTransfer } from '../../ports/deposit-chain.ts';
import { ScreeningUnavailable } from '../../ports/screening.ts';
import { ChainSilent, chainAnswer } from '../../ports/token-chain.ts';
import { type FundingTransfer, strayTransfersTo, transfersTo } from '../funding/transfer.ts';
import type { FundingAddress } from '../funding/watch.ts';
import type { SelfFundedPayout } from '../payout/funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { strayFields } from './find-strays.ts';
import { chainOf, mostTogether, type RecordingRuntime, recordTransfers } from './record-transfers.ts';
import { minedTransfers } from './see-transaction.ts';

type PayoutKey = Pick<Payout, 'organizationId' | 'payoutId'>;

/** Result of judging parked transfers again. */
interface JudgedAgain {
  /** At most 25 transfers of one token, as they are now. */
  readonly transfers: readonly FundingTransfer[];
  /** Set if there are more transfers: call again. */
  readonly more: boolean;
}

/** Transfers of one token to the address of a payout. */
interface Brought extends DepositToken, Pick<FundingAddress, 'stray' | 'heldAs'> {
  readonly transfers: readonly DepositTransfer[];
}

/**
 * Judges parked transfers to the address of a payout as if they had just arrived, by the current sanctions list and
 * treasuries.
 * @param hash of a transaction, in lower case: its transfers are judged instead, in any token and even if no node lists
 *   them
 * @throws ServiceError NOT_FOUND; CONFLICT for a payout from the balance, and for a transaction that is not final or
 *   has no transfer to the address; INTERNAL, as 503, if the chain or the list does not answer
 */
export async function judgeParked(
  runtime: RecordingRuntime,
  { organizationId, payoutId }: PayoutKey,
  hash?: string,
): Promise<JudgedAgain> {
  const key = { organizationId, payoutId };
  const [payout, own, strays] = await Promise.all([
    runtime.store.get(refTo(PayoutEntity, key)),
    transfersTo(runtime, key),
    strayTransfersTo(runtime, key),
  ]);
  const isLost = !payout && own.some(({ heldAs }) => heldAs);
  if (!payout && !isLost) throw new ServiceError('NOT_FOUND', 'no such payout');
  if (payout && !payout.funding)
    throw new ServiceError('CONFLICT', 'the payout is paid from the balance: it has no address');
  const funded = payout?.funding && { ...payout, funding: payout.funding };
  const groups = await answered(async () =>
    hash && funded ? [await broughtBy(runtime, funded, hash)] : parkedAmong([...own, ...strays], funded),
  );
  const [group] = groups;
  if (!group) return { transfers: [], more: false };
  const { transfers, heldAs, ...token } = group;
  const some = transfers.slice(0, mostTogether);
  await answered(() => recordTransfers(runtime, { ...key, ...token }, { transfers: some, again: true, heldAs }));
  const places = new Set(some.map(placeOf));
  const recorded = await transfersTo(runtime, { ...key, ...token });
  return {
    transfers: recorded.filter((transfer) => places.has(placeOf(transfer))),
    more: groups.length > 1 || transfers.length > some.length,
  };
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainSilent || error instanceof ScreeningUnavailable)) throw error;
    const detail = `${error.message}; nothing was changed`;
    throw new ServiceError('INTERNAL', detail, { status: 503, cause: error, retryAfterSeconds: 5 });
  }
}

/** The transfers of a final transaction to the address of a payout, in its own token or any other listed one. */
async function broughtBy(runtime: RecordingRuntime, payout: SelfFundedPayout, hash: string): Promise<Brought> {
  const { connectionId, contract } = payout.funding;
  const own = { connectionId, contract };
  const mined = await minedTransfers(runtime, payout, hash);
  if (mined && !mined.isFinal) throw new ServiceError('CONFLICT', 'the transaction is not final yet');
  if (mined && mined.transfers.length > 0) return { ...own, transfers: mined.transfers };
  const { tokens } = await chainAnswer(() => chainOf(runtime).strays(own, [payout.payoutId]));
  for (const stray of tokens) {
    const token = { connectionId: stray.connectionId, contract: stray.contract };
    const brought = await minedTransfers(runtime, payout, hash, token);
    if (brought?.isFinal && brought.transfers.length > 0)
      return { ...token, ...strayFields(stray, payout.sourceCurrency), transfers: brought.transfers };
  }
  if (mined) throw new ServiceError('CONFLICT', 'the transaction sends no listed token to the address of the payout');
  throw new ServiceError('NOT_FOUND', 'no node has the transaction in a block');
}

/**
 * Parked transfers by their tokens. Their recipient is not recorded, because all went to the address of one payout.
 */
function parkedAmong(recorded: readonly FundingTransfer[], payout: SelfFundedPayout | undefined): Brought[] {
  const parked = recorded.filter(({ state }) => state === 'parked');
  return [...Map.groupBy(parked, ({ stray }) => stray)].flatMap(([stray, some]) => {
    const heldAs = some.find((transfer) => transfer.heldAs)?.heldAs;
    const token = stray === undefined && payout ? payout.funding : heldAs;
    if (!token) return [];
    const { connectionId, contract } = token;
    return [{ connectionId, contract, stray, heldAs, transfers: some.map(asItArrived).sort(byPlace) }];
  });
}

function asItArrived({ state: _, parkedFor: __, ...transfer }: FundingTransfer): DepositTransfer {
  return { ...transfer, to: '' };
}

function byPlace(a: DepositTransfer, b: DepositTransfer): number {
  return a.block - b.block || a.logIndex - b.logIndex;
}

function placeOf({ hash, logIndex }: Pick<FundingTransfer, 'hash' | 'logIndex'>): string {
  return `${hash}#${logIndex}`;
}
