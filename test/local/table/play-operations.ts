import fc from 'fast-check';
import { createTableClients } from '../../../local/clients.ts';
import { createTable } from '../../../local/create-table.ts';
import { MemoryTable } from '../../../local/table/memory-table.ts';
import { createLeanClient } from './lean-client.ts';
import { anyCall, clearing } from './operations.ts';
import { Referee, shown } from './referee.ts';

/** Operations that are played on what the ones before them left. */
const operationsPerRun = 100;

interface Options {
  /** Of DynamoDB Local. */
  readonly endpoint: string;
  /** Names a database of its own there. */
  readonly databaseKeyId: string;
  readonly operations: number;
  readonly seed: number;
}

/**
 * Plays random operations on the table in memory and on DynamoDB Local.
 * @throws Error with the shortest sequence whose last operation the two answer differently
 */
export async function playOperations({ endpoint, databaseKeyId, operations, seed }: Options): Promise<void> {
  const table = new MemoryTable();
  const { client } = createTableClients(endpoint, databaseKeyId);
  await createTable(client, table.name, { stream: false });
  const referee = new Referee(table, createLeanClient(endpoint, databaseKeyId));
  const sequences = fc.array(anyCall, { minLength: operationsPerRun, maxLength: operationsPerRun });
  const agrees = fc.asyncProperty(sequences, async (calls) => {
    await referee.answer(clearing);
    for (const call of calls) await referee.answer(call);
  });
  const numRuns = Math.ceil(operations / operationsPerRun);
  const { failed, counterexample, errorInstance } = await fc.check(agrees, { seed, numRuns });
  if (!failed) return;
  const calls = counterexample?.[0] ?? [];
  const before = calls.slice(0, -1).map((call) => `${call.name} ${shown(call.input)}`);
  throw new Error([`seed ${seed}`, ...before, (errorInstance as Error).message].join('\n'), { cause: errorInstance });
}
