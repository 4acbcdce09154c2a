import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import type { DepositChain, DepositTransfer } from '../../ports/deposit-chain.ts';
import { chainAnswer } from '../../ports/token-chain.ts';
import type { FundedKey } from '../flushing/arrived.ts';
import { type FundingTransfer, transfersTo } from '../funding/transfer.ts';
import { addressOf, type FundingAddress, watchRef } from '../funding/watch.ts';
import type { SelfFundedPayout } from '../payout/funding.ts';
import { chainOf, mostTogether, type RecordingRuntime, recordTransfers } from './record-transfers.ts';

/**
 * An address, the total that it had received by a final block, and an earlier block after which something may be
 * missing.
 */
export interface Sought extends ReturnType<typeof addressOf>, Pick<FundingAddress, 'stray' | 'heldAs'> {
  readonly received: bigint;
  readonly by: number;
  readonly from: number;
}

/** Blocks per step: each takes about twenty calls. */
const mostBlocks = 5;

/**
 * Finds and records transfers to an address that are missing from all lists of transfers, because nodes may omit some,
 * and late money is not listed. It compares the received total with the recorded one, finds the block by bisection, and
 * reads its transfers.
 * @returns whether everything is recorded now; false if there is more to do
 * @throws ChainSilent, ScreeningUnavailable, NotListed
 */
async function findMissing(runtime: RecordingRuntime, sought: Sought): Promise<boolean> {
  const { address, connectionId, contract } = sought;
  let from = sought.from;
  for (let found = 0; found < mostBlocks; found += 1) {
    const recorded = await transfersTo(runtime, sought);
    if (sumBy(recorded, sought.by) >= sought.received) return true;
    const block = await nextBlock(chainOf(runtime), { ...sought, from }, recorded);
    const range = { addresses: [address], fromBlock: block, toBlock: block };
    const transfers = await chainAnswer(() => chainOf(runtime).transfers({ connectionId, contract }, range));
    await recordAll(runtime, sought, transfers);
    if ((await transfersTo(runtime, sought)).length === recorded.length) throw new TransferNotListed(sought, block);
    from = block;
  }
  return false;
}

/**
 * Nodes show money at an address, but no transfer of it. Only a person can find it, by the hash of the transaction.
 */
class TransferNotListed extends Error {
  override readonly name = 'NotListed';
  constructor({ payoutId, received }: Sought, block: number) {
    super(`${received} came to the address of ${payoutId} by block ${block}, and nodes list no transfer of all of it`);
  }
}

/**
 * Finds missing money, and reports what cannot be found.
 * @returns whether the address is finished: all of its money is recorded, or cannot be found
 * @throws ChainSilent, ScreeningUnavailable
 */
export async function findOrReport(runtime: RecordingRuntime, sought: Sought): Promise<boolean> {
  try {
    return await findMissing(runtime, sought);
  } catch (error) {
    if (!(error instanceof TransferNotListed)) throw error;
    const { organizationId, payoutId, connectionId, contract } = sought;
    runtime.log.error('money at the address of a payout was not found', {
      error,
      organizationId,
      payoutId,
      connectionId,
      contract,
      ...metricFields(runtime.clock(), measurement('TransferParked', 1)),
    });
    return true;
  }
}

/**
 * Searches for money at the address of a payout before the payout ends without it.
 * @throws ChainSilent, ScreeningUnavailable, NotListed; the payout must not end then
 */
export async function seekBeforeEnd(runtime: RecordingRuntime, payout: SelfFundedPayout): Promise<void> {
  const { payoutId } = payout;
  const { connectionId, contract, sinceBlock } = payout.funding;
  const token = { connectionId, contract };
  const address = addressOf(payout);
  const watch = await runtime.store.get(watchRef(token));
  const from = Math.max(watch?.comparedBlock ?? 0, sinceBlock);
  for (let isFound = false; !isFound; ) {
    const { block: by, amounts } = await chainAnswer(() => chainOf(runtime).received(token, [payoutId]));
    isFound = await findMissing(runtime, { ...address, received: amounts[0] ?? 0n, by, from });
  }
}

/** Sum of the recorded transfers up to a block. */
export function sumBy(recorded: readonly FundingTransfer[], by: number): bigint {
  return recorded.reduce((sum, { amount, block }) => (block <= by ? sum + amount : sum), 0n);
}

/**
 * The first block at which the total received exceeds the total recorded. If money has been missing since before the
 * last comparison, the search begins at the creation of the payout, which not every node still remembers.
 */
async function nextBlock(chain: DepositChain, sought: Sought, recorded: readonly FundingTransfer[]): Promise<number> {
  const { payoutId, connectionId, contract } = sought;
  const isMissingBy = async (block: number) => {
    const { amounts } = await chainAnswer(() => chain.received({ connectionId, contract }, [payoutId], block));
    return (amounts[0] ?? 0n) > sumBy(recorded, block);
  };
  let [before, by] = [sought.from, sought.by];
  if (await isMissingBy(before)) {
    [before, by] = [sought.sinceBlock, before];
    const isKnown = await isMissingBy(before).catch(() => true);
    if (isKnown) throw new TransferNotListed(sought, by);
  }
  while (by - before > 1) {
    const middle = Math.floor((before + by) / 2);
    if (await isMissingBy(middle)) by = middle;
    else before = middle;
  }
  return by;
}

/**
 * Records any number of final transfers to the address of a payout.
 * @throws ChainSilent, ScreeningUnavailable
 */
export async function recordAll(
  runtime: RecordingRuntime,
  { organizationId, payoutId, connectionId, contract, stray, heldAs }: FundedKey & Pick<FundingAddress, 'heldAs'>,
  transfers: readonly DepositTransfer[],
): Promise<void> {
  const key = { organizationId, payoutId, connectionId, contract, stray };
  for (let start = 0; start < transfers.length; start += mostTogether)
    await recordTransfers(runtime, key, { transfers: transfers.slice(start, start + mostTogether), heldAs });
}
