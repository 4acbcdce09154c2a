import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { createTable } from '../../../local/dynamodb-local/create-table.ts';
import { StartError } from '../../../local/process/start-error.ts';
import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { createTestClients } from '../../support/dynamodb.ts';

const TableName = 'created';

describe('table of the one-machine stack', () => {
  test('it has the keys, index, stream and expiry of the table in AWS', async () => {
    const { client } = createTestClients();
    expect(await createTable(client, TableName)).toBe(true);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: expect.arrayContaining(
        Object.entries(tableDefinition.indexes).map(([IndexName, { projection }]) =>
          expect.objectContaining({
            IndexName,
            Projection: expect.objectContaining({ ProjectionType: projection }),
          }),
        ),
      ),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    expect(TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
  });

  test('creating it again keeps what it holds', async () => {
    const { client } = createTestClients();
    await createTable(client, TableName);
    await client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, sk: { S: 'b' } } }));
    expect(await createTable(client, TableName)).toBe(false);
    expect((await client.send(new ScanCommand({ TableName }))).Count).toBe(1);
  });

  test('it is not taken where another release has made it with other indexes', async () => {
    const { client } = createTestClients();
    const other = 'of-another-release';
    const key = { AttributeName: 'pk', KeyType: 'HASH' } as const;
    await client.send(
      new CreateTableCommand({
        TableName: other,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [key],
        GlobalSecondaryIndexes: [{ IndexName: 'due', KeySchema: [key], Projection: { ProjectionType: 'ALL' } }],
      }),
    );
    const creation = createTable(client, other);
    await expect(creation).rejects.toThrow(StartError);
    await expect(creation).rejects.toThrow('npm start -- --fresh');
  });
});
