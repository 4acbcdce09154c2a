import { newDirectory, type RunningStack, startStack } from '../../service/stack.ts';
import { type StackRunFigures, timeRun } from '../batches/one-machine-run.ts';
import { type BuyersFigures, timeBuyers } from '../checkout/one-machine-buyers.ts';
import { type StackBurstFigures, timeBurst } from './burst.ts';
import { argumentsOf, eachOf } from './side-by-side.ts';
import type { OneMachineSizes, StackName } from './sizes.ts';

/** What a stack with new data takes for much work at once. */
export interface WorkFigures {
  readonly buyers: BuyersFigures;
  readonly run: Omit<StackRunFigures, 'settles'>;
  readonly burst: StackBurstFigures;
}

interface Plan {
  readonly sizes: Pick<OneMachineSizes, 'buyers' | 'lines' | 'burstEvents'>;
  progress(what: string): void;
}

const pageReads = 20;

/** Gives the same work to stacks in turns. */
export async function measureWork(
  names: readonly StackName[],
  { sizes, progress }: Plan,
): Promise<Partial<Record<StackName, WorkFigures>>> {
  await using running = new AsyncDisposableStack();
  const stacks: { name: StackName; stack: RunningStack }[] = [];
  for (const name of names) {
    const { path } = running.use(newDirectory());
    stacks.push({ name, stack: running.use(await startStack(path, argumentsOf(name))) });
  }
  progress(`one machine: ${sizes.buyers} buyers`);
  const buyers = await eachOf(stacks, ({ quickstart }) => timeBuyers(quickstart, pageReads, sizes.buyers));
  progress(`one machine: a batch of ${sizes.lines}`);
  const runs = await eachOf(stacks, ({ quickstart }) => timeRun(quickstart, sizes.lines));
  progress(`one machine: a burst of ${sizes.burstEvents} webhooks`);
  const bursts = await eachOf(stacks, ({ quickstart }) => timeBurst(quickstart, sizes.burstEvents));
  return eachOf(stacks, async (_, name) => ({
    buyers: buyers[name] as BuyersFigures,
    run: runs[name] as WorkFigures['run'],
    burst: bursts[name] as StackBurstFigures,
  }));
}
