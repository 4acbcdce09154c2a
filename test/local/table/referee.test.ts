import { randomUUID } from 'node:crypto';
import { inject, test } from 'vitest';
import { playOperations } from './play-operations.ts';

/** `npm run referee` plays more, with fresh seeds. */
const operations = 3_000;

test('three thousand random operations are answered as DynamoDB Local answers them', { timeout: 300_000 }, async () => {
  const databaseKeyId = randomUUID().replaceAll('-', '');
  await playOperations({ endpoint: inject('dynamoDbEndpoint'), databaseKeyId, operations, seed: 1 });
});
