import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Sluice } from '../../../../client/src/index.ts';
import { tableFileName } from '../../../../local/table/embedded-database.ts';
import { untilSettled } from '../../../e2e/support/until-settled.ts';
import { newRecipient } from '../service/customer.ts';
import { startStack } from '../service/stack.ts';
import { repeatHistory } from './repeat-history.ts';

export interface LongHistory {
  readonly payouts: number;
  readonly destinationAccountId: string;
}

const callers = 16;
const cents = 10_00;
const settledWithinMs = 10 * 60_000;

/**
 * Makes the data of a stack that has paid for a while: payouts that it makes over HTTP and settles, and copies of their rows.
 * @param directory the stack's data directory; new
 * @param payouts a multiple of `made`
 * @param made how many of them are made; the others are copies
 */
export async function makeLongHistory(directory: string, payouts: number, made: number): Promise<LongHistory> {
  const destinationAccountId = await makePayouts(directory, made);
  repeatHistory(join(directory, 'table', tableFileName), payouts / made);
  return { payouts, destinationAccountId };
}

async function makePayouts(directory: string, count: number): Promise<string> {
  await using stack = await startStack(directory, ['--quiet']);
  const sluice = new Sluice(stack.quickstart);
  const { methods } = await sluice.createRecipient(newRecipient());
  const destinationAccountId = methods[0]?.destinationAccountId ?? '';
  await sluice.fundSandbox({ amount: inDollars(count * cents) });
  let begun = 0;
  const pay = async () => {
    while (begun < count) {
      begun += 1;
      await sluice.createPayout({ amount: inDollars(cents), destinationAccountId, reference: randomUUID() });
    }
  };
  await Promise.all(Array.from({ length: callers }, pay));
  await untilSettled(sluice, settledWithinMs);
  return destinationAccountId;
}

function inDollars(amount: number): string {
  return (amount / 100).toFixed(2);
}
