import { countCommitAttempt } from '../../ground/table/calls/meter.ts';
import type { Write } from '../../ground/table/writes.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Outcome, writesWithoutHead } from './commit.ts';
import { claimOf, type Execution } from './execution.ts';
import { refuseWrongClock } from './refuse-wrong-clock.ts';
import { transactOnce } from './transact-once.ts';

/**
 * Commits items outside the journal, such as a quote, with their audit row and idempotency record. It leaves the head
 * unchanged, so it does not contend with other commits.
 * @returns the reply that was committed
 * @throws ClockDiffers when the clock differs from the table's
 * @throws Replay when the idempotency key was executed before
 */
export async function commitWithoutHead<Answer>(
  runtime: Pick<Runtime, 'clock' | 'ids' | 'store' | 'log'>,
  writes: readonly Write[],
  outcome: Extract<Outcome<Answer>, { reply: unknown }>,
  execution: Execution,
) {
  refuseWrongClock(runtime);
  const settled = { ...execution, claim: await claimOf(execution) };
  countCommitAttempt();
  await transactOnce(runtime, writesWithoutHead(writes, outcome, settled, runtime.clock()), settled);
  return outcome.reply;
}
