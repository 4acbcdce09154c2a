import { inject, test } from 'vitest';
import { playOperations } from './play-operations.ts';

/** `npm run referee` plays more, with fresh seeds. */
const operations = 3_000;

test('three thousand random operations are answered alike by every table', { timeout: 300_000 }, async () => {
  await playOperations({ dynamoDbEndpoint: inject('dynamoDbEndpoint'), operations, seed: 1 });
});
