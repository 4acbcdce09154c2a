import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  ResourceInUseException,
  type ScalarAttributeType,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../shared/ground/table/definition.ts';
import { StartError } from '../process/start-error.ts';

interface IndexDefinition {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly sortKeyType: 'number' | 'string';
  readonly projection: 'ALL' | 'KEYS_ONLY';
}

const { partitionKey, sortKey, timeToLive } = tableDefinition;
const indexes: [string, IndexDefinition][] = Object.entries(tableDefinition.indexes);

interface Options {
  /** Whether the table has a stream of its changes. Tests omit it, because every stream slows down DynamoDB Local. */
  readonly stream?: boolean;
}

/**
 * Creates the service's table like the CDK construct, unless it exists.
 * @returns whether it was created: false means that earlier data is kept
 * @throws {StartError} when it exists with the indexes of another release
 */
export async function createTable(
  client: DynamoDBClient,
  tableName: string,
  { stream = true }: Options = {},
): Promise<boolean> {
  const created = await createUnlessThere(client, tableName, stream);
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName: tableName });
  if (!created) await refuseOtherIndexes(client, tableName);
  else {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: tableName,
        TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
      }),
    );
  }
  return created;
}

async function createUnlessThere(client: DynamoDBClient, tableName: string, stream: boolean): Promise<boolean> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: attributeDefinitions(),
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: indexes.map(globalSecondaryIndex),
        ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
}

type IndexShape = Partial<Pick<GlobalSecondaryIndex, 'IndexName' | 'KeySchema' | 'Projection'>>;

async function refuseOtherIndexes(client: DynamoDBClient, tableName: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const asText = ({ IndexName, KeySchema, Projection }: IndexShape) =>
    JSON.stringify([IndexName, KeySchema?.map(({ AttributeName }) => AttributeName), Projection?.ProjectionType]);
  const found = (Table?.GlobalSecondaryIndexes ?? []).map(asText).sort();
  if (isDeepStrictEqual(found, indexes.map(globalSecondaryIndex).map(asText).sort())) return;
  throw new StartError(`The table ${tableName} has the indexes of another release. Start over: npm start -- --fresh`);
}

function globalSecondaryIndex([name, index]: [string, IndexDefinition]): GlobalSecondaryIndex {
  return {
    IndexName: name,
    KeySchema: [
      { AttributeName: index.partitionKey, KeyType: 'HASH' },
      { AttributeName: index.sortKey, KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: index.projection },
  };
}

/** Every key attribute once, because indexes may share some. */
function attributeDefinitions(): AttributeDefinition[] {
  const types = new Map<string, ScalarAttributeType>([
    [partitionKey, 'S'],
    [sortKey, 'S'],
  ]);
  for (const [, index] of indexes) {
    types.set(index.partitionKey, 'S');
    types.set(index.sortKey, index.sortKeyType === 'number' ? 'N' : 'S');
  }
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
}
