import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startDynamoDbLocal } from '../../../local/dynamodb-local/dynamodb-local.ts';
import { readCommandLine } from '../../../scripts/support/read-command-line.ts';
import { playOperations } from './play-operations.ts';

const usage = `Runs random operations on the tables in memory, in SQLite and in DynamoDB Local, which must give the same answers.

  npm run referee -- --operations N [--seed SEED]

  --operations N   the number of operations
  --seed SEED      repeat an earlier run, which printed its seed
  --help           show this
`;

const { operations, seed } = readCommandLine(usage, (args) => {
  const { values } = parseArgs({ args, options: { operations: { type: 'string' }, seed: { type: 'string' } } });
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error(`--seed takes a whole number, not '${values.seed}'.`);
  const operations = Number(values.operations);
  if (!(Number.isInteger(operations) && operations > 0))
    throw new Error('--operations takes a whole number above zero.');
  return { operations, seed };
});
const startedAt = Date.now();
const database = await startDynamoDbLocal({ endures: true });
try {
  await playOperations({ dynamoDbEndpoint: database.endpoint, operations, seed });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(
    `${operations} operations of seed ${seed}: the tables in memory, in SQLite and in DynamoDB Local answer alike (${seconds} s)`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await database.stop();
}
