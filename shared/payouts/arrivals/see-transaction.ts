import { connectedAddresses } from '../../connections/own-addresses.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { DepositToken, MinedTransaction } from '../../ports/deposit-chain.ts';
import { chainAnswer } from '../../ports/token-chain.ts';
import { type FundingTransfer, FundingTransferEntity, transferPartition, usedRef } from '../funding/transfer.ts';
import { type FundingWatch, watchRef } from '../funding/watch.ts';
import type { SelfFundedPayout } from '../payout/funding.ts';
import { type Evidence, judgeTransfers } from './judge-transfers.ts';
import { bankableOf, chainOf, type RecordingRuntime } from './record-transfers.ts';
import { knownSenders } from './screen-senders.ts';

/** A transaction that is confirmed for a payout, as it was before the commit. */
export interface SeenTransaction {
  /** The payout as it was then. */
  readonly payout: SelfFundedPayout;
  /** The recorded transfers of the transaction to the payout's address. */
  readonly recorded: readonly FundingTransfer[];
  /** Whether the transaction is part of what funds some payout. */
  readonly isUsed: boolean;
  /** Watch of the payout's token. */
  readonly watch?: FundingWatch | undefined;
  /** Undefined if no node has the transaction in a block, or none was asked. */
  readonly mined?: (Evidence & Pick<MinedTransaction, 'isFinal' | 'transfers'>) | undefined;
}

/**
 * Asks the table and the nodes in parallel about a transaction that is to fund a payout.
 * @throws ServiceError FUNDING_NOT_YET_VERIFIABLE if a node or the sanctions list does not answer
 */
export async function seeTransaction(
  runtime: RecordingRuntime,
  payout: SelfFundedPayout,
  hash: string,
): Promise<SeenTransaction> {
  const { store } = runtime;
  const [recorded, used, watch, mined] = await Promise.all([
    recordedTransfers(runtime, payout, hash),
    store.get(usedRef(payout.funding.chain, hash)),
    store.get(watchRef(payout.funding)),
    judgeable(runtime, payout, hash).catch((error: Error) => silence(runtime, payout, error)),
  ]);
  return { payout, recorded, isUsed: used !== undefined, watch, mined };
}

/** Recorded transfers of a transaction to the address of a payout. */
export async function recordedTransfers(
  { store }: Pick<RecordingRuntime, 'store'>,
  payout: SelfFundedPayout,
  hash: string,
): Promise<readonly FundingTransfer[]> {
  const range = { partition: transferPartition(payout), after: `${hash}#`, to: `${hash}#~`, limit: 1_000 };
  return (await store.range(FundingTransferEntity, range)).items;
}

/** What the nodes show of a transaction, and everything by which its transfers to the payout are judged. */
async function judgeable(
  runtime: RecordingRuntime,
  payout: SelfFundedPayout,
  hash: string,
): Promise<SeenTransaction['mined']> {
  // Asked in parallel, because someone waits for the answer.
  const [mined, ours] = await Promise.all([minedTransfers(runtime, payout, hash), connectedAddresses(runtime.store)]);
  if (!mined) return undefined;
  const senders = await knownSenders(runtime, mined.transfers, ours);
  const isComplete = mined.isFinal && judgeTransfers(payout, mined.transfers, senders).isFunded;
  return { ...mined, ...senders, ...(isComplete && { bankable: await bankableOf(runtime, payout, mined.transfers) }) };
}

/**
 * The transfers of a transaction to the address of a payout, whether or not they are final.
 * @param token that is transferred: the payout's own by default
 * @throws ChainSilent
 */
export async function minedTransfers(
  runtime: Pick<RecordingRuntime, 'deposits'>,
  { funding }: SelfFundedPayout,
  hash: string,
  token: DepositToken = funding,
): Promise<Pick<MinedTransaction, 'isFinal' | 'transfers'> | undefined> {
  const mined = await chainAnswer(() => chainOf(runtime).transaction(token, hash));
  const address = funding.address.toLowerCase();
  return mined && { isFinal: mined.isFinal, transfers: mined.transfers.filter(({ to }) => to === address) };
}

function silence(
  { log }: Pick<RecordingRuntime, 'log'>,
  { organizationId, payoutId }: SelfFundedPayout,
  error: Error,
): never {
  log.warn('a transaction cannot be verified now', { error, organizationId, payoutId });
  throw new ServiceError('FUNDING_NOT_YET_VERIFIABLE', 'the chain cannot be read at the moment', {
    retryAfterSeconds: 5,
  });
}
