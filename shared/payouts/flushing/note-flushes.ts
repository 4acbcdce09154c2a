import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { conditionOf, equals } from '../../ground/table/conditions.ts';
import { putIf, removeIf, replace, type Write } from '../../ground/table/writes.ts';
import { transactWithRetry } from '../../journal/due/transact-with-retry.ts';
import type { FlushedDeposit, FlushReport } from '../../ports/deposit-chain.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Arrived, ArrivedEntity, arrivedRef } from './arrived.ts';
import { FlushLaterEntity } from './flush-later.ts';
import { type PendingFlush, PendingFlushEntity, pendingRef } from './pending-flush.ts';

type Found = NonNullable<PendingFlush['found']>;

const minuteMs = 60_000;

/** Milliseconds for which a result stays valid. Blocks become final within seconds to a quarter of an hour. */
const pausesMs: Readonly<Record<Found, number>> = {
  sent: minuteMs / 4,
  waiting: minuteMs / 4,
  unsigned: 10 * minuteMs,
  stuck: 60 * minuteMs,
  left: 24 * 60 * minuteMs,
};

/** With these results, a payout is put aside until it is looked at again. */
const aside: ReadonlySet<Found | undefined> = new Set<Found>(['left', 'stuck']);

/**
 * Records the results of flushes. A flush is over once the chain counts as much as flushed as was recorded, even if the
 * address has received more since: anybody can send a millionth. A result is reported when it changes.
 * @returns when each payout that is still to be flushed is looked at again, in milliseconds
 */
export async function noteFlushes(
  runtime: Runtime,
  pending: readonly PendingFlush[],
  { deposits, hindrance }: FlushReport,
): Promise<number[]> {
  const ofPayouts = new Map(deposits.map((deposit) => [deposit.payoutId, deposit]));
  const noted = await Promise.all(
    pending.map(async (flush) => {
      const deposit = ofPayouts.get(flush.payoutId);
      if (!deposit) throw new Error(`nothing was said of ${flush.payoutId}`);
      const next = nextOf(flush, deposit, hindrance, runtime.clock());
      await note(runtime, flush, deposit.flushed, next);
      if (next && next.found !== flush.found) report(runtime, next, deposit);
      return next?.nextAt;
    }),
  );
  return noted.filter((at) => at !== undefined);
}

/** @returns undefined if everything that was recorded is flushed */
function nextOf(
  flush: PendingFlush,
  { flushed, status }: FlushedDeposit,
  hindrance: FlushReport['hindrance'],
  now: number,
): PendingFlush | undefined {
  if (flushed >= flush.amount) return undefined;
  const found = foundOf(status, hindrance);
  // An operator may have the address flushed, and the payout may wait for that.
  const pauseMs = flush.isHeldBack ? pausesMs.stuck : pausesMs[found];
  return { ...flush, flushed: flushed > flush.flushed ? flushed : flush.flushed, found, nextAt: now + pauseMs };
}

/** Nodes that lag behind may not show anything of what was recorded. */
function foundOf(status: FlushedDeposit['status'], hindrance: FlushReport['hindrance']): Found {
  if (status === 'flushed') return 'waiting';
  return status === 'waiting' && hindrance === 'unsigned' ? 'unsigned' : status;
}

/** Writes nothing if more has been received in the meantime: the next step asks again. */
async function note(
  runtime: Runtime,
  flush: PendingFlush,
  flushed: bigint,
  next: PendingFlush | undefined,
): Promise<void> {
  const asRead = conditionOf<PendingFlush>(equals({ version: flush.version }));
  const isAside = next !== undefined && (next.isHeldBack === true || aside.has(next.found));
  const written = next && !isAside ? putIf(PendingFlushEntity, next, asRead) : removeIf(pendingRef(flush), asRead);
  const known = flushed > flush.flushed || isAside ? await arrivedOf(runtime, flush) : undefined;
  await transactWithRetry(runtime, [
    written,
    ...(known ? arrivedWrites(known, flushed, isAside ? next.nextAt : undefined) : []),
    ...(isAside ? [putAside(next)] : []),
  ]);
}

async function arrivedOf({ store }: Runtime, payout: PendingFlush): Promise<Arrived> {
  const arrived = await store.get(arrivedRef(payout));
  if (!arrived) throw new Error(`nothing was recorded for ${payout.payoutId}`);
  return arrived;
}

function arrivedWrites(arrived: Arrived, flushed: bigint, lookAgainAt: number | undefined): Write[] {
  if (flushed <= arrived.flushed && lookAgainAt === undefined) return [];
  const most = flushed > arrived.flushed ? flushed : arrived.flushed;
  return [replace(ArrivedEntity, { ...arrived, flushed: most, ...(lookAgainAt !== undefined && { lookAgainAt }) })];
}

function putAside({ nextAt: at, found, ...flush }: PendingFlush): Write {
  const { connectionId, contract, payoutId, organizationId, stray } = flush;
  return putIf(FlushLaterEntity, { connectionId, contract, payoutId, organizationId, stray, at, found }, {});
}

const lines: Readonly<Partial<Record<Found, string>>> = {
  left: 'a payout has less than its flush is worth',
  stuck: 'no treasury takes what a payout has',
  unsigned: 'nothing is flushed: the connection has no signer',
};

function report({ clock, log }: Runtime, flush: PendingFlush, { held }: FlushedDeposit): void {
  const { organizationId, payoutId, connectionId, contract, found, isHeldBack } = flush;
  const line = found && lines[found];
  // Money of a listed sender was reported when it arrived.
  if (line === undefined || isHeldBack) return;
  const fields = { organizationId, payoutId, connectionId, contract, held: String(held) };
  if (found === 'stuck') log.error(line, { ...fields, ...metricFields(clock(), measurement('FlushHindered', 1)) });
  else log.warn(line, fields);
}
