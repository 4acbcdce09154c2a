import { updateOf } from '../../ground/table/update-expression.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';
import { chainAnswer } from '../../ports/token-chain.ts';
import { transfersTo } from '../funding/transfer.ts';
import {
  addressRanges,
  comparedMs,
  type FundingAddress,
  FundingAddressEntity,
  type FundingWatch,
  watchPartition,
  watchRef,
} from '../funding/watch.ts';
import { isInDoubt, restoredTableRef } from '../payout/restored-table.ts';
import { findOrReport, sumBy } from './find-missing.ts';
import { findStrays } from './find-strays.ts';
import { chainOf, type RecordingRuntime } from './record-transfers.ts';

/** Number of addresses that one call to each node reads. */
const addressesAtOnce = 200;

/** Maximum number of addresses whose missing money is searched in one call: each takes some seconds. */
const mostSought = 2;

/**
 * Compares the total that the next addresses of a token have received with what was recorded, and finds what is
 * missing, also in tokens that do not fund the payouts. Money that cannot be found delays no other address. If the
 * worker dies in between, the same addresses are compared again.
 * @returns whether all addresses are compared now
 * @throws ChainSilent, ScreeningUnavailable; then the rest is compared later
 */
export async function compareAddresses(runtime: RecordingRuntime, watch: FundingWatch): Promise<boolean> {
  const { connectionId, contract } = watch;
  const chain = chainOf(runtime);
  const { all } = addressRanges;
  const { block, after } = watch.comparing ?? {
    block: (await chainAnswer(() => chain.head(connectionId))).final,
    after: all.after,
  };
  const range = { partition: watchPartition(watch), after, to: all.to, limit: addressesAtOnce };
  const { items, examinedTo } = await runtime.store.range(FundingAddressEntity, range);
  const payoutIds = items.map(({ payoutId }) => payoutId);
  const came = await chainAnswer(() => chain.received({ connectionId, contract }, payoutIds));
  const differing = await differingAmong(runtime, items, came);
  let sought = 0;
  for (const address of differing) {
    const from = Math.max(watch.comparedBlock, address.sinceBlock);
    const isFound = sought < mostSought && (await findOrReport(runtime, { ...address, from }));
    // The address before this one is compared, so the next run begins after that.
    if (!isFound) {
      await moveTo(runtime, watch, { block, after: placeBefore(items, address) ?? after });
      return false;
    }
    sought += 1;
  }
  await findStrays(runtime, { connectionId, contract }, items);
  await moveTo(runtime, watch, { block, after: examinedTo });
  return examinedTo === undefined;
}

type Differing = FundingAddress & { readonly received: bigint; readonly by: number };

/**
 * Addresses that received more than is recorded. For a payout that a restore has left in doubt, nothing is recorded.
 */
async function differingAmong(
  runtime: RecordingRuntime,
  addresses: readonly FundingAddress[],
  { amounts, block }: { readonly amounts: readonly bigint[]; readonly block: number },
): Promise<readonly Differing[]> {
  const restored = await runtime.store.get(restoredTableRef);
  const found: Differing[] = [];
  for (const [index, address] of addresses.entries()) {
    const received = amounts[index] ?? 0n;
    const isDoubtful = address.list === 'ADDRESS' && isInDoubt({ ...address, status: 'awaiting_funds' }, restored);
    if (received <= address.recorded || isDoubtful) continue;
    const recorded = sumBy(await transfersTo(runtime, address), block);
    if (received > recorded) found.push({ ...address, received, by: block });
  }
  return found;
}

function placeBefore(addresses: readonly FundingAddress[], { payoutId }: FundingAddress): string | undefined {
  const before = addresses[addresses.findIndex((address) => address.payoutId === payoutId) - 1];
  return before && `${before.list}#${before.payoutId}`;
}

/** Moves only forward. The code that reads transfers updates `nextBlock` of the same row. */
async function moveTo(
  { store, clock }: RecordingRuntime,
  watch: FundingWatch,
  { block, after }: { readonly block: number; readonly after: string | undefined },
): Promise<void> {
  const update =
    after === undefined
      ? updateOf<FundingWatch>({
          set: { comparedBlock: block, compareAt: clock() + comparedMs },
          remove: ['comparing'],
          add: { version: 1 },
        })
      : updateOf<FundingWatch>({ set: { comparing: { block, after } }, add: { version: 1 } });
  await store.update(watchRef(watch), update);
}

/** Milliseconds. */
const postponedMs = 10 * 60 * 1000;

/** Postpones the comparison of addresses, because the nodes do not answer. */
export async function postponeComparing({ store, clock }: RecordingRuntime, watch: FundingWatch): Promise<void> {
  const compareAt = clock() + postponedMs;
  await store.update(watchRef(watch), updateOf<FundingWatch>({ set: { compareAt }, add: { version: 1 } }));
}

export async function hasLateAddresses({ store }: RecordingRuntime, token: DepositToken): Promise<boolean> {
  const range = { partition: watchPartition(token), ...addressRanges.late, limit: 1 };
  const { items } = await store.range(FundingAddressEntity, range);
  return items.length > 0;
}
