import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { format } from '../format.ts';
import { identity, type Key } from '../keys.ts';
import type { Range, Store } from '../store.ts';
import type { Attributes } from '../unknown-attributes.ts';
import type { TableAccess } from './access.ts';
import { readStored } from './read-items.ts';

/**
 * Reads ranges of a partition and pages of the table (strongly consistent), and what the indexes list (eventually
 * consistent).
 */
export function rangeReaders(access: TableAccess): Pick<Store, 'range' | 'scan' | 'duePage' | 'newestRetried'> {
  const { client, TableName } = access;
  async function indexed(query: object) {
    const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand({ TableName, ...query }));
    return { items: Items as Attributes[], last: LastEvaluatedKey };
  }
  return {
    async range(entity, range) {
      const inBounds = withinBounds(range);
      if (!inBounds) return { items: [] };
      const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand({ TableName, ...queryOf(inBounds) }));
      return {
        items: Items.map((item) => format(entity, item)),
        ...(LastEvaluatedKey && { examinedTo: LastEvaluatedKey.sk as string }),
      };
    },
    async scan(entity, { after, limit }) {
      const page = { ConsistentRead: true, Limit: limit, ...(after && { ExclusiveStartKey: { ...after } }) };
      const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName, ...page }));
      return {
        items: Items.filter(({ _et }) => _et === entity.entityName).map((item) => format(entity, item)),
        ...(LastEvaluatedKey && { examinedTo: { pk: LastEvaluatedKey.pk, sk: LastEvaluatedKey.sk } }),
      };
    },
    async duePage(entity, { shard, from = 0, until, after, limit }) {
      const { items, last } = await indexed({
        IndexName: 'due',
        KeyConditionExpression: 'dueShard = :shard AND dueSlot BETWEEN :from AND :until',
        ExpressionAttributeValues: { ':shard': shard, ':from': from, ':until': until },
        ...(after && { ExclusiveStartKey: { ...after, dueShard: shard } }),
        Limit: limit,
      });
      const keys = items.map(({ pk, sk }) => ({ pk, sk }) as Key);
      const stored = await readStored(access, keys);
      const rows = keys.flatMap((key) => {
        const row = stored.get(identity(key));
        return row && (row.dueAt as number) <= until ? [format(entity, row)] : [];
      });
      return { rows, ...(last && { examinedTo: { pk: last.pk, sk: last.sk, dueSlot: last.dueSlot } }) };
    },
    async newestRetried(entity, retriedOf, Limit) {
      const { items } = await indexed({
        IndexName: 'retried',
        KeyConditionExpression: 'retriedOf = :retriedOf',
        ExpressionAttributeValues: { ':retriedOf': retriedOf },
        ScanIndexForward: false,
        Limit,
      });
      return items.map((item) => format(entity, item));
    },
  };
}

function queryOf(range: Range) {
  const { partition, newestFirst, after, limit, where = {} } = range;
  const bounds = boundsOf(range);
  const filters = Object.entries(where).filter(([, values]) => values.length > 0);
  return {
    KeyConditionExpression: `pk = :partition${bounds.condition}`,
    ...(filters.length > 0 && {
      FilterExpression: filters
        .map(([, values], f) => `#f${f} IN (${values.map((_, v) => `:f${f}v${v}`).join(', ')})`)
        .join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(filters.map(([name], f) => [`#f${f}`, name])),
    }),
    ExpressionAttributeValues: {
      ':partition': partition,
      ...bounds.values,
      ...Object.fromEntries(filters.flatMap(([, values], f) => values.map((value, v) => [`:f${f}v${v}`, value]))),
    },
    ...(after !== undefined && { ExclusiveStartKey: { pk: partition, sk: after } }),
    ScanIndexForward: !newestFirst,
    Limit: limit,
    ConsistentRead: true,
  };
}

function boundsOf({ from, to }: Range): { condition: string; values: Attributes } {
  if (from !== undefined && to !== undefined) {
    return { condition: ' AND sk BETWEEN :from AND :to', values: { ':from': from, ':to': to } };
  }
  if (from !== undefined) return { condition: ' AND sk >= :from', values: { ':from': from } };
  if (to !== undefined) return { condition: ' AND sk <= :to', values: { ':to': to } };
  return { condition: '', values: {} };
}

/**
 * Keeps the start of a query within its bounds, because DynamoDB refuses any other. A start before the bounds becomes
 * their beginning.
 * @returns undefined for a start after the bounds, because nothing can follow it
 */
function withinBounds(range: Range): Range | undefined {
  const { from, to, after, newestFirst } = range;
  if (from !== undefined && to !== undefined && from > to) return undefined;
  if (after === undefined) return range;
  const [first, last] = newestFirst ? [to, from] : [from, to];
  const isBefore = (a: string, b: string) => (newestFirst ? a > b : a < b);
  if (last !== undefined && !isBefore(after, last)) return undefined;
  if (first !== undefined && isBefore(after, first)) return { ...range, after: undefined };
  return range;
}
