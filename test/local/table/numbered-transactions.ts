import type { TableCall } from '../../../local/table/call.ts';

/** The table that the writer writes to. */
export const writtenTable = 'written';
/** Counts the transactions. */
export const counterKey = { pk: 'counter', sk: 'counter' };

/** A transaction that counts itself, and puts a row in each of two partitions and one in an index. Its token is its number. */
export function transactionOf(number: number): TableCall {
  const TableName = writtenTable;
  const sk = String(number).padStart(8, '0');
  // Rows of various sizes, up to some pages.
  const text = 'x'.repeat((number * 997) % 9_000);
  const put = (pk: string, more: object) => ({ Put: { TableName, Item: { pk, sk, ...more } } });
  return {
    name: 'TransactWrite',
    input: {
      TransactItems: [
        {
          Update: {
            TableName,
            Key: counterKey,
            UpdateExpression: 'ADD n :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
        put('left', { text }),
        put('right', { dueShard: 'all', dueSlot: number }),
      ],
      ClientRequestToken: `token-${number}`,
    },
  };
}
