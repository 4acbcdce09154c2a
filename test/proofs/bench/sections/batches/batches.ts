import { type MemoryFigures, measureMemory } from './memory.ts';
import { playRun, type RunFigures, type RunPlan } from './modelled-run.ts';
import { measureStackRun, type StackRunFigures } from './one-machine-run.ts';

export interface BatchSizes {
  readonly lines: number;
  /** Of single accepts before the run beside which they go on. */
  readonly singlesSeconds: number;
  /** Of the largest fields, in the run that is created for the memory that it takes. */
  readonly largestLines: number;
}

export interface BatchFigures {
  readonly modelled: readonly RunFigures[];
  /** With the rails frozen, then with settlement running. */
  readonly stack: readonly StackRunFigures[];
  readonly memory: MemoryFigures;
}

interface Surroundings {
  withDatabase<T>(measureIn: (endpoint: string) => Promise<T>): Promise<T>;
  progress(what: string): void;
}

/** What a run takes: on the modelled store, on the one-machine stack, and of a function's memory. */
export async function measureBatches(
  { lines, singlesSeconds, largestLines }: BatchSizes,
  { withDatabase, progress }: Surroundings,
): Promise<BatchFigures> {
  const plans: RunPlan[] = [
    { lines, endUsers: 'uncapped', settles: false },
    { lines, endUsers: 'named', settles: false },
    { lines, endUsers: 'named and own', settles: false },
    { lines, endUsers: 'uncapped', settles: true },
    { lines, endUsers: 'uncapped', settles: true, singlesSeconds },
  ];
  const modelled: RunFigures[] = [];
  for (const plan of plans) {
    progress(`batches: modelled store, ${plan.endUsers}${plan.singlesSeconds === undefined ? '' : ', single accepts'}`);
    modelled.push(await playRun(plan));
  }
  const stack: StackRunFigures[] = [];
  for (const settles of [false, true]) {
    progress(`batches: one-machine stack, ${settles ? 'settlement running' : 'rails frozen'}`);
    stack.push(await measureStackRun(lines, settles));
  }
  progress('batches: memory of the largest run');
  return { modelled, stack, memory: await withDatabase((endpoint) => measureMemory(endpoint, largestLines)) };
}
