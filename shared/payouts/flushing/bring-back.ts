import { absent } from '../../ground/table/expressions.ts';
import { putIf, removeIf, type Write } from '../../ground/table/writes.ts';
import { transactWithRetry } from '../../journal/due/transact-with-retry.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Arrived, arrivedRef } from './arrived.ts';
import { type FlushLater, FlushLaterEntity, flushesLater, flushLaterRef } from './flush-later.ts';
import { type PendingFlush, PendingFlushEntity, pendingRef } from './pending-flush.ts';

type BringingRuntime = Pick<Runtime, 'clock' | 'ids' | 'store' | 'sleep'>;

/** Has payouts looked at again whose money was put aside. */
export async function bringBack(runtime: BringingRuntime, token: DepositToken, most: number): Promise<void> {
  const now = runtime.clock();
  const { items } = await runtime.store.range(FlushLaterEntity, { ...flushesLater(token, now), limit: most });
  await Promise.all(items.map((later) => bringOneBack(runtime, later, now)));
}

async function bringOneBack(runtime: BringingRuntime, later: FlushLater, now: number): Promise<void> {
  const { arrived, pending } = await runtime.store.getAll({ arrived: arrivedRef(later), pending: pendingRef(later) });
  const isWanted = !pending && arrived?.lookAgainAt === later.at && arrived.flushed < arrived.amount;
  const back: Write[] = isWanted ? [putIf(PendingFlushEntity, pendingOf(later, arrived, now), absent)] : [];
  await transactWithRetry(runtime, [removeIf(flushLaterRef(later), {}), ...back]);
}

function pendingOf({ connectionId, contract, stray, found }: FlushLater, arrived: Arrived, now: number): PendingFlush {
  const { organizationId, payoutId, amount, flushed, listed, version } = arrived;
  return {
    ...{ connectionId, contract, organizationId, payoutId, stray, amount, flushed },
    version,
    ...(listed > 0 && { isHeldBack: true }),
    nextAt: now,
    ...(found && { found }),
  };
}
