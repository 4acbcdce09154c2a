import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  ScanCommand,
  type ScanCommandOutput,
} from '@aws-sdk/lib-dynamodb';

type Item = Record<string, unknown>;

interface Place {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** DynamoDB takes no more in one batch. */
const perBatch = 25;

/** A copy of every item of a table, as a backup has it. */
export async function takeBackup({ client, tableName }: Place): Promise<readonly Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page: ScanCommandOutput = await client.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ...(from && { ExclusiveStartKey: from }) }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}

/** Puts a backup in the place of everything that a table has, as a restore does. */
export async function restoreBackup(place: Place, backup: readonly Item[]): Promise<void> {
  const kept = new Set(backup.map(keyOf));
  const late = (await takeBackup(place)).filter((item) => !kept.has(keyOf(item)));
  await write(
    place,
    late.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );
  await write(
    place,
    backup.map((Item) => ({ PutRequest: { Item } })),
  );
}

function keyOf({ pk, sk }: Item): string {
  return `${pk}\n${sk}`;
}

async function write({ client, tableName }: Place, requests: readonly object[]): Promise<void> {
  for (let start = 0; start < requests.length; start += perBatch) {
    const batch = requests.slice(start, start + perBatch);
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: batch as never } }));
  }
}
