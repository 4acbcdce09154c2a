import { setTimeout as sleep } from 'node:timers/promises';
import { GetCommand, PutCommand, TransactGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { EmbeddedTable } from '../../../local/table/embedded-table.ts';
import { memoryClient } from '../../../local/table/memory-client.ts';

const TableName = 'memory';
const itemOf = (sk: string) => ({ pk: 'a', sk });
const put = (sk: string) => new PutCommand({ TableName, Item: itemOf(sk) });
const get = (sk: string) => new GetCommand({ TableName, Key: itemOf(sk) });
const transactPut = (...sks: string[]) =>
  new TransactWriteCommand({ TransactItems: sks.map((sk) => ({ Put: { TableName, Item: itemOf(sk) } })) });
const transactGet = (...sks: string[]) =>
  new TransactGetCommand({ TransactItems: sks.map((sk) => ({ Get: { TableName, Key: itemOf(sk) } })) });

/** Calls that take as long as the test says. */
function slowTable() {
  const gates: PromiseWithResolvers<void>[] = [];
  const client = memoryClient(new EmbeddedTable(), {
    takes: () => {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      return gate.promise;
    },
  });
  return { client, end: (call: number) => gates[call]?.resolve() };
}

const codesOf = (error: { CancellationReasons?: { Code?: string }[] }) =>
  error.CancellationReasons?.map(({ Code }) => Code);

test('a call takes effect at the end of its time', async () => {
  const { client, end } = slowTable();
  const writing = client.send(put('1'));
  const reading = client.send(get('1'));

  end(1);
  expect((await reading).Item).toBeUndefined();
  end(0);
  await writing;
  const later = client.send(get('1'));
  end(2);
  expect((await later).Item).toEqual(itemOf('1'));
});

test('a transaction holds its items: writes of them are refused meanwhile, by the item', async () => {
  const { client, end } = slowTable();
  const holding = client.send(transactPut('1', '2'));

  await expect(client.send(put('1'))).rejects.toMatchObject({ name: 'TransactionConflictException' });
  const refused = await client.send(transactPut('3', '2')).catch((error) => error);
  expect(codesOf(refused)).toEqual(['None', 'TransactionConflict']);
  end(0);
  await holding;
  const free = client.send(put('1'));
  end(1);
  await free;
});

test('two lone writes of one item do not meet', async () => {
  const { client, end } = slowTable();
  const both = [client.send(put('1')), client.send(put('1'))];
  end(0);
  end(1);
  await Promise.all(both);
});

test('a reading transaction is refused beside any write of its items, whichever began first', async () => {
  const { client, end } = slowTable();
  const writing = client.send(put('1'));
  const late = await client.send(transactGet('1')).catch((error) => error);
  expect(codesOf(late)).toEqual(['TransactionConflict']);
  end(0);
  await writing;

  const reading = client.send(transactGet('1', '2')).catch((error) => error);
  const second = client.send(put('2'));
  end(1);
  expect(codesOf(await reading)).toEqual(['None', 'TransactionConflict']);
  end(2);
  await second;
});

test('a call is throttled on demand, and changes nothing', async () => {
  const table = new EmbeddedTable();
  const client = memoryClient(table, { throttles: () => true });

  await expect(client.send(put('1'))).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
  const refused = await client.send(transactPut('1', '2')).catch((error) => error);
  expect(codesOf(refused)).toEqual(['ThrottlingError', 'ThrottlingError']);
  await sleep(1);
  expect(table.item('a 1')).toBeUndefined();
});
