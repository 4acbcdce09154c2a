import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { javaCommand } from '../../../../../local/dynamodb-local/java.ts';
import { makeLongHistory } from '../../history/long-history.ts';
import { newDirectory } from '../../service/stack.ts';
import { type BlockingFigures, measureBlocking } from './blocking.ts';
import { type ChainFigures, measureChain } from './chain.ts';
import { measureSideBySide, type UseFigures } from './side-by-side.ts';
import type { OneMachineSizes, StackName } from './sizes.ts';
import { measureWork, type WorkFigures } from './work.ts';

export interface OneMachineFigures {
  readonly historyPayouts: number;
  readonly use: Readonly<Partial<Record<StackName, UseFigures>>>;
  readonly work: Readonly<Partial<Record<StackName, WorkFigures>>>;
  readonly chain: ChainFigures;
  readonly blocking: BlockingFigures;
}

/** What the stack of `npm start` takes with new data and with a long history, and the same with DynamoDB Local beside it. */
export async function measureOneMachine(
  sizes: OneMachineSizes,
  progress: (what: string) => void,
): Promise<OneMachineFigures> {
  const { historyPayouts, madePayouts, blockingSeconds } = sizes;
  const withJava: StackName[] = (await hasJava()) ? ['dynamodb-local'] : [];
  await using history = newDirectory();
  progress(`one machine: a history of ${historyPayouts} payouts`);
  const account = await makeLongHistory(history.path, historyPayouts, madePayouts);
  const use = await measureSideBySide(['embedded', 'history', ...withJava], { sizes, history, account, progress });
  const work = await measureWork(['embedded', ...withJava], { sizes, progress });
  progress(`one machine: ${sizes.fundedPayouts} payouts that are funded on a development chain`);
  const chain = await measureChain(sizes);
  progress('one machine: commits on a long history');
  return { historyPayouts, use, work, chain, blocking: await measureBlocking(history.path, blockingSeconds) };
}

async function hasJava(): Promise<boolean> {
  return promisify(execFile)(javaCommand(), ['-version']).then(
    () => true,
    () => false,
  );
}
