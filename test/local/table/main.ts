import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startDynamoDbLocal } from '../../../local/dynamodb-local/dynamodb-local.ts';
import { playOperations } from './play-operations.ts';

const usage = `npm run referee -- --operations N [--seed SEED]   plays N random operations on the tables in memory, in SQLite and in DynamoDB Local`;

const { values } = parseArgs({ options: { operations: { type: 'string' }, seed: { type: 'string' } } });
const operations = Number(values.operations);
if (!(operations > 0)) {
  console.log(usage);
  process.exit(2);
}
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
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
