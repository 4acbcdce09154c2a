import { worker as sweep } from '../../../../../functions/schedules/sweep-due-work.ts';
import type { WholeRuntime } from '../../../../../shared/ports/runtime.ts';
import { createCustomers } from '../../service/customer.ts';
import { startModelledService } from '../../service/modelled-service.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
import type { VirtualTime } from '../../service/virtual-time.ts';
import { callInTime } from '../../service/worker-call.ts';
import { round } from '../../statistics.ts';
import { PartitionLimits } from '../../store/partition-limits.ts';
import { writeDueRows } from './due-rows.ts';
import { HoldingQueue } from './holding-queue.ts';
import { type Paying, payBeside } from './payers.ts';

/** What is swept after an hour without hints. */
export interface Outage {
  readonly rows: number;
  readonly organizations: number;
  /** How long new payouts are timed before the sweep begins, virtual seconds. */
  readonly aloneSeconds: number;
}

export interface HintingFigures {
  readonly rows: number;
  /** From the beginning of the first run to the last row's first hint, virtual seconds. */
  readonly seconds: number;
  /** Rows that got no hint. */
  readonly missing: number;
  /** Hints for rows whose hint the queue held already, those of new payouts among them. */
  readonly twice: number;
  /** New payouts before the sweep, and beside it. */
  readonly alone: Paying;
  readonly beside: Paying;
}

const seed = 1;
/** Runs that are played; the last ones have nothing left to send. */
const runs = 4;
const bySchedule = { source: 'aws.events' };
/** Until then the sweep ran, and the stream sent hints. */
const outageMs = 60 * 60 * 1000;
/** A new table on demand. */
const unitsOfTable = { read: 12_000, write: 4_000 };

/** Plays the sweep on the modelled store in virtual time, beside new payouts. Nobody reads the queue meanwhile. */
export async function playHinting({ rows, organizations, aloneSeconds }: Outage): Promise<HintingFigures> {
  const model = new ModelledTable(seed);
  const { time, dice } = model;
  const timeless = await model.startTimeless();
  const aside = timeless.startProcess();
  const customers = await createCustomers(aside, organizations);
  const queue = new HoldingQueue(time);
  const before = timeless.startProcess([], { hints: queue });
  await time.run(sweepAt(time, before.runtime, time.clock()));
  await time.run(time.sleep(outageMs));
  const resources = await writeDueRows(aside.runtime, rows, organizations);
  const { fleet, hints } = await startModelledService(model, { rails: queue });
  limitTable(model);
  const parts = { time, dice, fleet, customers };
  const { runtime } = fleet.startProcess([], { hints });
  const play = async () => {
    const alone = await payBeside(parts, time.sleep(aloneSeconds * 1000));
    // Workers have read what came so far. From now on nobody reads.
    queue.heldSince.clear();
    const beganAt = time.clock();
    const beside = await payBeside(parts, sweepAt(time, runtime, beganAt));
    for (let run = 1; run < runs; run += 1) await sweepAt(time, runtime, beganAt + run * everyMs());
    return { alone, beside, beganAt };
  };
  const { beganAt, ...paying } = await time.run(play());
  const hintedAt = resources.map((resource) => queue.heldSince.get(resource));
  const lastAt = hintedAt.reduce<number>((last, at = last) => Math.max(last, at), beganAt);
  return {
    rows,
    seconds: round((lastAt - beganAt) / 1000, 1),
    missing: hintedAt.filter((at) => at === undefined).length,
    twice: queue.twice,
    ...paying,
  };
}

async function sweepAt(time: VirtualTime, runtime: WholeRuntime, at: number): Promise<void> {
  await time.until(at);
  await callInTime(time, sweep, bySchedule, runtime);
}

function everyMs(): number {
  if (sweep.trigger.type !== 'schedule') throw new Error(`${sweep.name} has no schedule`);
  return sweep.trigger.everyMinutes * 60_000;
}

/** Partitions are limited already; all together take no more than the table. */
function limitTable({ table, time }: ModelledTable): void {
  const ofTable = new PartitionLimits(() => time.exact, unitsOfTable);
  const ofPartition = table.mayConsume;
  table.mayConsume = (partition, units) => ofPartition(partition, units) && ofTable.consume('table', units);
}
