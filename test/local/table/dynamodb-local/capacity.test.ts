import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { createTable } from '../../../../local/dynamodb-local/create-table.ts';
import { createTableClients } from '../../../../local/dynamodb-local/table-clients.ts';
import type { TableCall } from '../../../../local/table/call.ts';
import { EmbeddedTable } from '../../../../local/table/embedded-table.ts';
import { createLeanClient } from '../lean-client.ts';
import { anyCall } from '../operations.ts';
import { hasHalfPair } from '../referee.ts';

const calls = 400;

/** DynamoDB Local counts otherwise than AWS: transactions, batches, indexes, and queries that find nothing. */
const isCounted = (call: TableCall) =>
  !hasHalfPair(call) &&
  ['Get', 'Put', 'Update', 'Delete', 'Query'].includes(call.name) &&
  !/due|retried/.test(JSON.stringify(call.input));

test('a call costs the units that DynamoDB Local says', { timeout: 120_000 }, async () => {
  const databaseKeyId = randomUUID().replaceAll('-', '');
  const table = new EmbeddedTable();
  const endpoint = inject('dynamoDbEndpoint') ?? '';
  await createTable(createTableClients(endpoint, databaseKeyId).client, table.name, { stream: false });
  const real = createLeanClient(endpoint, databaseKeyId);
  let compared = 0;

  for (const call of fc.sample(anyCall.filter(isCounted), { seed: 1, numRuns: calls })) {
    const { read, write } = table.units;
    const asking = { ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } };
    const told = await real(asking).catch(() => undefined);
    if (!told || told.ScannedCount === 0) continue;
    const { ConsumedCapacity: consumed } = table.perform(asking);
    compared += 1;
    expect(consumed, JSON.stringify(call)).toEqual(told.ConsumedCapacity);
    expect(table.units.read - read + table.units.write - write, JSON.stringify(call)).toBe(consumed.CapacityUnits);
  }

  // Others were refused, or found nothing.
  expect(compared).toBeGreaterThan(calls / 3);
});
