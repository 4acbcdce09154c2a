import type { Change } from '../../../../../local/table/embedded-table.ts';
import { type Batch, BatchEntity } from '../../../../../shared/payouts/batches/batch/batch.ts';
import { createCustomer } from '../../service/customer.ts';
import { type ModelledService, startModelledService } from '../../service/modelled-service.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
import { succeed } from '../../service/request.ts';
import type { VirtualTime } from '../../service/virtual-time.ts';
import { round } from '../../statistics.ts';
import { CreationCounter } from './creation-counter.ts';
import { type EndUsers, preparePayees, runRequest } from './lines.ts';
import { Singles, type SinglesFigures } from './singles.ts';

export interface RunPlan {
  readonly lines: number;
  readonly endUsers: EndUsers;
  /** Whether payouts settle while the run is created. */
  readonly settles: boolean;
  /** Seconds of single accepts before the run is submitted; they go on until it is created. None where absent. */
  readonly singlesSeconds?: number;
}

export interface RunFigures extends RunPlan {
  /** Virtual milliseconds from the request to its answer. */
  readonly acceptedMs: number;
  /** From the answer until creation begins. */
  readonly validatedMs: number;
  /** From `creating` to `completed`. */
  readonly createdMs: number;
  readonly created: number;
  /** That made payouts. */
  readonly transactions: number;
  /** Of these transactions, beside the head and the run. */
  readonly itemsPerLine: number;
  /** Calls that were refused because a partition had no throughput left, by kind of partition. */
  readonly throttled: Readonly<Record<string, number>>;
  readonly singles?: SinglesFigures;
}

const seed = 1;
const pollMs = 10;
/** Of virtual time. More than any run takes that is not stuck. */
const patienceSeconds = 120;

/** Plays a run in virtual time, with AWS's latencies, conflicts and limits. @throws Error when it does not complete */
export async function playRun(plan: RunPlan): Promise<RunFigures> {
  const { settles, singlesSeconds } = plan;
  const model = new ModelledTable(seed);
  const aside = (await model.startTimeless()).startProcess();
  const customer = await createCustomer(aside);
  const request = runRequest(await preparePayees(aside, customer, plan), plan);
  const singles =
    singlesSeconds === undefined
      ? undefined
      : await Singles.prepare(model, aside, customer, singlesSeconds + patienceSeconds);
  const counter = new CreationCounter();
  const service = await startModelledService(model, { batches: [counter.intercept], railsFrozen: !settles });
  const states = followRun(service, model.time);
  const { submittedAt, acceptedMs } = await model.time.run(
    (async () => {
      const accepting = singles?.run(service.fleet, () => states.has('completed'));
      await model.time.sleep((singlesSeconds ?? 0) * 1000);
      const startedAt = model.time.exact;
      const { elapsedMs } = await succeed(service.fleet.startProcess(), customer, request);
      const latest = startedAt + patienceSeconds * 1000;
      while (!states.has('completed') && model.time.exact < latest) await model.time.sleep(pollMs);
      if (!states.has('completed')) throw new Error(`the run did not complete: ${[...states.keys()]}`);
      await accepting;
      return { submittedAt: startedAt, acceptedMs: elapsedMs };
    })(),
  );
  const [creating, completed] = [seenAs(states, 'creating'), seenAs(states, 'completed')];
  const { created } = completed.batch.counts;
  return {
    ...plan,
    acceptedMs: round(acceptedMs, 1),
    validatedMs: Math.round(creating.at - submittedAt - acceptedMs),
    createdMs: Math.round(completed.at - creating.at),
    created,
    transactions: counter.transactions,
    itemsPerLine: round(counter.items / created),
    throttled: throttledBy(model),
    ...(singles && { singles: singles.figures({ from: creating.at, to: completed.at }, submittedAt) }),
  };
}

interface Seen {
  /** Virtual milliseconds. */
  readonly at: number;
  readonly batch: Batch;
}

/** When the run was first in each status. */
function followRun(service: ModelledService, time: VirtualTime): Map<Batch['status'], Seen> {
  const states = new Map<Batch['status'], Seen>();
  service.onChange = ({ after }: Change) => {
    if (after?._et !== BatchEntity.entityName) return;
    const batch = after as Batch;
    if (!states.has(batch.status)) states.set(batch.status, { at: time.exact, batch });
  };
  return states;
}

function seenAs(states: ReadonlyMap<Batch['status'], Seen>, status: Batch['status']): Seen {
  const seen = states.get(status);
  if (!seen) throw new Error(`the run was never ${status}`);
  return seen;
}

/** Without what tells organizations and runs apart. */
function throttledBy({ limits }: ModelledTable): Record<string, number> {
  const kinds = Map.groupBy(limits.refused, ([partition]) => partition.replace(/#.*/, ''));
  const sums = [...kinds].map(([kind, found]): [string, number] => [
    kind,
    found.reduce((sum, [, count]) => sum + count, 0),
  ]);
  return Object.fromEntries(sums);
}
