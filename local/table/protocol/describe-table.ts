import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { indexKeys } from '../keys.ts';

const { partitionKey, sortKey } = tableDefinition;

/** DynamoDB's description of a table: its keys, its indexes, and that it is ready. */
export function describeTable(TableName: string) {
  return {
    TableName,
    TableStatus: 'ACTIVE',
    TableArn: `arn:aws:dynamodb:local:000000000000:table/${TableName}`,
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    AttributeDefinitions: attributeDefinitions(),
    KeySchema: keySchema(partitionKey, sortKey),
    GlobalSecondaryIndexes: indexKeys.map(([IndexName, keys]) => ({
      IndexName,
      IndexStatus: 'ACTIVE',
      KeySchema: keySchema(keys.partitionKey, keys.sortKey),
      Projection: { ProjectionType: keys.projection },
    })),
  };
}

function keySchema(partition: string, sort: string) {
  return [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ];
}

function attributeDefinitions() {
  const types = new Map([
    [partitionKey, 'S'],
    [sortKey, 'S'],
    ...indexKeys.flatMap(([, keys]): [string, string][] => [
      [keys.partitionKey, 'S'],
      [keys.sortKey, keys.sortKeyType === 'number' ? 'N' : 'S'],
    ]),
  ]);
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
}
