import { lessThan } from '../../../../ground/table/conditions.ts';
import { ConditionFailed } from '../../../../ground/table/refusals.ts';
import { updateOf } from '../../../../ground/table/update-expression.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import {
  type ChainPlace,
  ChainSilent,
  chainAnswer,
  type TokenChain,
  type TokenTransfer,
} from '../../../../ports/token-chain.ts';
import { type AddressWatch, watchRef } from './address-watch.ts';
import { receiptIdOf, receiptRef } from './receipt.ts';
import { reservedRef } from './reserved-amount.ts';
import { placeOfWatch, type TakeRuntime, takeTransfer } from './take-transfer.ts';
import { takenRef } from './taken-transfer.ts';

/** Nodes accept queries over several thousand blocks. */
const blocksAtOnce = 5_000;
/** The maximum number of queries per round. An address that was not read for a month is a million blocks behind. */
const mostRanges = 10;
/** The maximum number of new transfers in one round. Each may need a commit, and a claim lasts half a minute. */
export const mostTaken = 25;
/** The maximum number of keys in one batch read. */
const lookedUpAtOnce = 100;

type ReadRuntime = TakeRuntime & Runtime<'transfers'>;

/**
 * Reads the unread final transfers to an address, takes each, and only then records how far it has read. If the process
 * dies before that, the transfers are read again, but each is taken only once.
 * @returns whether there is more to read
 * @throws ChainSilent
 */
export async function readAddress(runtime: ReadRuntime, watch: AddressWatch): Promise<boolean> {
  const chain = runtime.rails(placeOfWatch(watch).mode)?.chain;
  if (!chain) throw new ChainSilent('no chain is set up');
  const { final } = await chainAnswer(() => chain.head(placeOnChain(watch)));
  let from = watch.nextBlock;
  let room = mostTaken;
  for (let range = 0; range < mostRanges && from <= final && room > 0; range += 1) {
    const toBlock = Math.min(final, from + blocksAtOnce - 1);
    const transfers = await transfersTo(chain, watch, from, toBlock);
    const { taken, stoppedAt } = await takeAll(runtime, watch, transfers, { room, chain });
    room = stoppedAt === undefined ? room - taken : 0;
    from = stoppedAt ?? toBlock + 1;
    await moveTo(runtime, watch, from);
  }
  return from <= final;
}

function placeOnChain({ organizationId, chain, connectionId }: AddressWatch): ChainPlace {
  return { organizationId, chain, connectionId };
}

async function transfersTo(
  chain: TokenChain,
  watch: AddressWatch,
  fromBlock: number,
  toBlock: number,
): Promise<TokenTransfer[]> {
  const { token, address } = watch;
  const range = { ...placeOnChain(watch), token, address, fromBlock, toBlock };
  const transfers = await chainAnswer(() => chain.transfers(range));
  // Transfers of zero are ignored. Anyone can create them in anyone's name, for example to advertise.
  const real = transfers.filter(({ amount }) => amount > 0n);
  return real.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}

interface TakenSoFar {
  readonly taken: number;
  /** The block of the first transfer that did not fit. It is read again. */
  readonly stoppedAt?: number;
}

/** Takes transfers in order. Transfers that were already taken or have a receipt do not count toward the limit. */
async function takeAll(
  runtime: TakeRuntime,
  watch: AddressWatch,
  transfers: readonly TokenTransfer[],
  { room, chain }: { readonly room: number; readonly chain: TokenChain },
): Promise<TakenSoFar> {
  let taken = 0;
  for (let start = 0; start < transfers.length; start += lookedUpAtOnce) {
    const some = transfers.slice(start, start + lookedUpAtOnce);
    const { takenBefore, receipts, reserved } = await lookUpAll(runtime, watch, some);
    for (const [index, transfer] of some.entries()) {
      if (takenBefore[index] || receipts[index]) continue;
      if (taken >= room) return { taken, stoppedAt: transfer.block };
      const reservation = reserved[index];
      // On a chain that only this organization sees, another organization's reservation must not keep a transfer from
      // its recipient.
      const isForeign = chain.isPerOrganization && reservation?.organizationId !== watch.organizationId;
      await takeTransfer(runtime, watch, transfer, isForeign ? undefined : reservation);
      taken += 1;
    }
  }
  return { taken };
}

/** Looks up what is known about each transfer, keyed by its index. */
async function lookUpAll({ store }: TakeRuntime, watch: AddressWatch, transfers: readonly TokenTransfer[]) {
  const place = placeOfWatch(watch);
  const each = <R>(readOf: (transfer: TokenTransfer) => R) =>
    Object.fromEntries(transfers.map((transfer, index) => [index, readOf(transfer)]));
  const [takenBefore, receipts, reserved] = await Promise.all([
    store.getAll(each((transfer) => takenRef(place, transfer))),
    store.getAll(each((transfer) => receiptRef(watch.organizationId, receiptIdOf(watch, transfer)))),
    store.getAll(each(({ amount }) => reservedRef(place, amount))),
  ]);
  return { takenBefore, receipts, reserved };
}

/**
 * Only moves forward. The version changes too, so that a concurrent commit that opens an attempt does not overwrite it.
 */
async function moveTo(
  { store }: TakeRuntime,
  { organizationId, accountId }: AddressWatch,
  nextBlock: number,
): Promise<void> {
  const update = updateOf<AddressWatch>({ set: { nextBlock }, add: { version: 1 } }, lessThan({ nextBlock }));
  await store.update(watchRef(organizationId, accountId), update).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}
