import fc from 'fast-check';
import type { TableCall } from '../../../local/table/call.ts';
import { EmbeddedTable } from '../../../local/table/embedded-table.ts';
import { anyCall, clearing, everything } from './operations.ts';
import { closeAll, openPeers } from './peers.ts';
import { Referee, shown } from './referee.ts';

/** Operations that are played on what the ones before them left. */
const operationsPerRun = 100;
/** Now and then a table is closed and opened again, which must change nothing. */
const reopenedEvery = 70;

interface Options {
  /** Where DynamoDB Local is to be a peer. */
  readonly dynamoDbEndpoint?: string | undefined;
  readonly operations: number;
  readonly seed: number;
}

/**
 * Plays random operations on the table in memory and on its peers.
 * @throws Error with the shortest sequence whose last operation they answer differently
 */
export async function playOperations({ dynamoDbEndpoint, operations, seed }: Options): Promise<void> {
  const peers = await openPeers(dynamoDbEndpoint);
  const referee = new Referee(new EmbeddedTable(), peers);
  let played = 0;
  const play = async (call: TableCall) => {
    played += 1;
    if (played % reopenedEvery === 0) for (const peer of peers) await peer.reopen();
    await referee.answer(call);
  };
  const sequences = fc.array(anyCall, { minLength: operationsPerRun, maxLength: operationsPerRun });
  const agrees = fc.asyncProperty(sequences, async (calls) => {
    for (const call of [...clearing, ...calls]) await play(call);
    await referee.answer(everything);
  });
  const numRuns = Math.ceil(operations / operationsPerRun);
  const { failed, counterexample, errorInstance } = await fc.check(agrees, { seed, numRuns });
  await closeAll(peers);
  if (!failed) return;
  const calls = counterexample?.[0] ?? [];
  const before = calls.slice(0, -1).map((call) => `${call.name} ${shown(call.input)}`);
  throw new Error([`seed ${seed}`, ...before, (errorInstance as Error).message].join('\n'), { cause: errorInstance });
}
