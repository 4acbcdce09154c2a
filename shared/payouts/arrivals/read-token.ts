import { Outage } from '../../ground/errors/outage.ts';
import { wholeRange } from '../../ground/table/calls/whole-range.ts';
import { lessThan } from '../../ground/table/conditions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { ItemRefs } from '../../ground/table/store.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { OutOfTime } from '../../ground/time/time-left.ts';
import type { DepositChain, DepositTransfer } from '../../ports/deposit-chain.ts';
import { chainAnswer } from '../../ports/token-chain.ts';
import { transferRef } from '../funding/transfer.ts';
import {
  addressRanges,
  type FundingAddress,
  FundingAddressEntity,
  type FundingWatch,
  watchPartition,
  watchRef,
} from '../funding/watch.ts';
import { endUnfunded } from '../lifecycle/end-awaiting.ts';
import { isInDoubt, restoredTableRef } from '../payout/restored-table.ts';
import { chainOf, mostTogether, type RecordingRuntime, recordTransfers } from './record-transfers.ts';

/** Nodes answer for some thousand blocks and a thousand addresses per request. */
const blocksAtOnce = 2_000;
const addressesAtOnce = 1_000;
const mostRanges = 10;
/** Payouts per round: each is a commit, and a claim lasts half a minute. */
const mostCommits = 25;

/** Progress of a reading. */
interface Progress {
  /** Whether there is more to read. */
  readonly isBehind: boolean;
  /** Whether payouts await funds. */
  readonly isAwaited: boolean;
}

/**
 * Records the final transfers to all addresses of a token that were not read yet, and only then stores how far it has
 * read. If the process dies in between, they are read again. The last block is requested before the addresses are
 * listed, so money that arrives at an address that is missing from the list is in a later block.
 * @throws ChainSilent, ScreeningUnavailable
 */
export async function readToken(runtime: RecordingRuntime, watch: FundingWatch): Promise<Progress> {
  const chain = chainOf(runtime);
  const { final } = await chainAnswer(() => chain.head(watch.connectionId));
  const addresses = await addressesOf(runtime, watch);
  let from = watch.nextBlock;
  let room = mostCommits;
  const width = watch.width ?? blocksAtOnce;
  for (let range = 0; range < mostRanges && from <= final && room > 0; range += 1) {
    const toBlock = Math.min(final, from + width - 1);
    const asked = { fromBlock: from, toBlock };
    const transfers = await transfersTo(chain, watch, [...addresses.keys()], asked).catch(async (error: unknown) => {
      await setWidth(runtime, watch, Math.max(1, Math.floor(width / 4)));
      throw error;
    });
    room = await recordAll(runtime, addresses, transfers, room);
    // Transfers that did not fit may be in any block of the range. Recorded ones take no room when they are read again.
    if (room < 0) break;
    from = toBlock + 1;
    await moveTo(runtime, watch, from);
  }
  if (width < blocksAtOnce) await setWidth(runtime, watch, Math.min(blocksAtOnce, width * 2));
  await endDoubtful(runtime, [...addresses.values()]);
  return { isBehind: from <= final, isAwaited: addresses.size > 0 };
}

/** All addresses at which payouts await funds, with their payouts. */
async function addressesOf({ store }: RecordingRuntime, watch: FundingWatch) {
  const range = { partition: watchPartition(watch), ...addressRanges.awaited };
  const rows = await wholeRange(store, FundingAddressEntity, range);
  return new Map(rows.map((row): [string, FundingAddress] => [row.address, row]));
}

async function transfersTo(
  chain: DepositChain,
  { connectionId, contract }: FundingWatch,
  addresses: readonly string[],
  range: { readonly fromBlock: number; readonly toBlock: number },
): Promise<DepositTransfer[]> {
  const found: DepositTransfer[] = [];
  for (let start = 0; start < addresses.length; start += addressesAtOnce) {
    const some = addresses.slice(start, start + addressesAtOnce);
    found.push(
      ...(await chainAnswer(() => chain.transfers({ connectionId, contract }, { addresses: some, ...range }))),
    );
  }
  return found.sort((a, b) => a.block - b.block);
}

/** @returns the number of commits that still fit; negative if something did not fit */
async function recordAll(
  runtime: RecordingRuntime,
  addresses: ReadonlyMap<string, FundingAddress>,
  transfers: readonly DepositTransfer[],
  room: number,
): Promise<number> {
  let left = room;
  let failure: unknown;
  for (const [to, all] of Map.groupBy(transfers, ({ to }) => to)) {
    try {
      left = await recordTo(runtime, addresses.get(to) as FundingAddress, all, left);
    } catch (error) {
      if (error instanceof Outage || error instanceof OutOfTime) throw error;
      failure ??= error;
    }
    if (left < 0) return left;
  }
  // The transfers of the others are recorded, and the range is read again.
  if (failure !== undefined) throw failure;
  return left;
}

async function recordTo(
  runtime: RecordingRuntime,
  { organizationId, payoutId, connectionId, contract }: FundingAddress,
  transfers: readonly DepositTransfer[],
  room: number,
): Promise<number> {
  let left = room;
  for (let start = 0; start < transfers.length; start += mostTogether) {
    const some = await unrecorded(runtime, { organizationId, payoutId }, transfers.slice(start, start + mostTogether));
    if (some.length === 0) continue;
    left -= 1;
    if (left < 0) return left;
    await recordTransfers(runtime, { organizationId, payoutId, connectionId, contract }, { transfers: some });
  }
  return left;
}

async function unrecorded(
  { store }: RecordingRuntime,
  payout: Pick<FundingAddress, 'organizationId' | 'payoutId'>,
  transfers: readonly DepositTransfer[],
): Promise<DepositTransfer[]> {
  const reads = transfers.map((transfer, index) => [index, transferRef({ ...payout, ...transfer })]);
  const recorded = await store.getAll<ItemRefs>(Object.fromEntries(reads));
  return transfers.filter((_, index) => !recorded[index]);
}

/** Moves only forward. */
async function moveTo({ store }: RecordingRuntime, watch: FundingWatch, nextBlock: number): Promise<void> {
  const update = updateOf<FundingWatch>({ set: { nextBlock }, add: { version: 1 } }, lessThan({ nextBlock }));
  await store.update(watchRef(watch), update).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

/** Nodes answer for fewer blocks at once if these have many transfers. */
async function setWidth({ store }: RecordingRuntime, watch: FundingWatch, width: number): Promise<void> {
  await store.update(watchRef(watch), updateOf<FundingWatch>({ set: { width }, add: { version: 1 } }));
}

/** Ends payouts that a restore has left in doubt, once it is settled: none of them was sent, and any may have been canceled. */
async function endDoubtful(runtime: RecordingRuntime, addresses: readonly FundingAddress[]): Promise<void> {
  if (addresses.length === 0) return;
  const restored = await runtime.store.get(restoredTableRef);
  if (restored?.settledAt === undefined) return;
  const doubtful = addresses.filter(({ payoutId }) => isInDoubt({ payoutId, status: 'awaiting_funds' }, restored));
  for (const { organizationId, payoutId } of doubtful.slice(0, mostCommits))
    await endUnfunded(runtime, { organizationId, resourceId: payoutId });
}
