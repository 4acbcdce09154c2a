import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sluice } from '../../../../../client/src/index.ts';
import type { Quickstart } from '../../../../../local/data/quickstart.ts';
import { newRecipient } from '../../service/customer.ts';
import { withStack } from '../../service/stack.ts';
import { round } from '../../statistics.ts';

/** A run on the one-machine stack, over HTTP. */
export interface StackRunFigures {
  readonly lines: number;
  readonly settles: boolean;
  readonly acceptedMs: number;
  readonly validatedSeconds: number;
  /** From `creating` to `completed`, as the API shows it. */
  readonly createdSeconds: number;
  readonly created: number;
  /** Processes that wanted a core when it was created, the machine's others too: times are true only below its cores. */
  readonly load: number;
}

const pollMs = 250;
const patienceMs = 10 * 60 * 1000;

/** @throws Error when the run is not completed in ten minutes */
export function measureStackRun(lines: number, settles: boolean): Promise<StackRunFigures> {
  return withStack(['--quiet', ...(settles ? [] : ['--rails-frozen'])], async ({ quickstart }) => ({
    ...(await timeRun(quickstart, lines)),
    settles,
  }));
}

/** @throws Error when the run is not completed in ten minutes */
export async function timeRun(quickstart: Quickstart, lines: number): Promise<Omit<StackRunFigures, 'settles'>> {
  const sluice = new Sluice(quickstart);
  await sluice.fundSandbox({ amount: '1000000.00' });
  const { methods } = await sluice.createRecipient(newRecipient());
  const destinationAccountId = methods[0]?.destinationAccountId ?? '';
  const items = Array.from({ length: lines }, () => ({
    amount: '10.00',
    destinationAccountId,
    reference: randomUUID(),
  }));
  const submittedAt = performance.now();
  const { batchId } = await sluice.createPayoutBatch({ externalReferenceId: randomUUID(), items });
  const acceptedAt = performance.now();
  let creatingAt: number | undefined;
  while (performance.now() - acceptedAt < patienceMs) {
    const { status, counts } = await sluice.getPayoutBatch({ batchId });
    if (status === 'creating') creatingAt ??= performance.now();
    if (status === 'completed') {
      const begunAt = creatingAt ?? acceptedAt;
      return {
        lines,
        acceptedMs: Math.round(acceptedAt - submittedAt),
        validatedSeconds: round((begunAt - acceptedAt) / 1000, 1),
        createdSeconds: round((performance.now() - begunAt) / 1000, 1),
        created: counts.created,
        load: round(loadavg()[0] ?? Number.NaN, 1),
      };
    }
    await sleep(pollMs);
  }
  throw new Error(`a run of ${lines} lines was not completed in ten minutes`);
}
