import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSluiceError, Sluice } from '../../../../../client/src/index.ts';
import { localTarget } from '../../../../../operator/target/local-target.ts';
import { createSandboxCustomer } from '../../../../support/sandbox-customer.ts';
import { newRecipient } from '../../service/customer.ts';
import { usageOf } from '../../service/process-usage.ts';
import type { RunningStack } from '../../service/stack.ts';
import { percentile, round } from '../../statistics.ts';

/** What one organization's reads take while another pays with as many callers as it likes. */
export interface NeighbourFigures {
  readonly callers: number;
  /** That the busy organization made. */
  readonly payoutsPerSecond: number;
  /** Of the stack's processes for each of them, its settlement and the reads included. */
  readonly processorMsPerPayout: number;
  readonly reads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of as many reads with nobody else there. */
  readonly aloneP99Ms: number;
  /** Calls of either that were not answered with success. */
  readonly errors: number;
  readonly error?: string;
}

const callers = 32;
const warmUpMs = 3_000;
/** Between two reads: somebody who looks at a balance, not a load. */
const pauseMs = 20;

/**
 * Reads a balance over HTTP while another organization's callers make payouts as fast as they are answered.
 */
export async function measureNeighbour(
  { directory, pid, quickstart: { baseUrl, organizationId, apiKey } }: RunningStack,
  seconds: number,
): Promise<NeighbourFigures> {
  const busy = new Sluice({ baseUrl, organizationId, apiKey });
  const quiet = new Sluice({
    baseUrl,
    ...(await createSandboxCustomer(localTarget(directory), `neighbour-${randomUUID().slice(0, 8)}`, ['read'])),
  });
  await busy.fundSandbox({ amount: '10000000.00' });
  const { methods } = await busy.createRecipient(newRecipient());
  const destinationAccountId = methods[0]?.destinationAccountId ?? '';
  const errors: string[] = [];
  const alone = await readUntil(performance.now() + (seconds * 1000) / 2, quiet, errors);

  const startAt = performance.now() + warmUpMs;
  const endAt = startAt + seconds * 1000;
  let made = 0;
  const paying = Array.from({ length: callers }, async () => {
    while (performance.now() < endAt) {
      const payout = { amount: '10.00', destinationAccountId, reference: randomUUID() };
      const paid = await succeeds(() => busy.createPayout(payout), errors);
      if (paid && performance.now() > startAt) made += 1;
    }
  });
  await sleep(warmUpMs);
  const before = await usageOf(pid);
  const beside = await readUntil(endAt, quiet, errors);
  await Promise.all(paying);
  const { processorMs } = await usageOf(pid);
  return {
    callers,
    payoutsPerSecond: round(made / seconds, 1),
    processorMsPerPayout: round((processorMs - before.processorMs) / made, 1),
    reads: beside.length,
    p50Ms: round(percentile(beside, 0.5), 1),
    p99Ms: round(percentile(beside, 0.99), 1),
    aloneP99Ms: round(percentile(alone, 0.99), 1),
    errors: errors.length,
    ...(errors[0] !== undefined && { error: errors[0] }),
  };
}

async function readUntil(endAt: number, quiet: Sluice, errors: string[]): Promise<number[]> {
  const elapsed: number[] = [];
  while (performance.now() < endAt) {
    const begunAt = performance.now();
    if (await succeeds(() => quiet.getBalance(), errors)) elapsed.push(performance.now() - begunAt);
    await sleep(pauseMs);
  }
  return elapsed;
}

async function succeeds(call: () => Promise<unknown>, errors: string[]): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    errors.push(isSluiceError(error) ? `${error.type}: ${error.message}` : String(error));
    return false;
  }
}
