import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { format } from '../format.ts';
import { keyOf } from '../keys.ts';
import { parse } from '../parse.ts';
import type { Store } from '../store.ts';
import { retryConflicts, type TableAccess } from './access.ts';
import { throwTransactionRefused, throwWriteRefused } from './throw-refused.ts';

/** Makes a refused condition return the item as it was then. */
const returning = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** Writes items: a single one, or several in one transaction. */
export function itemWriters(access: TableAccess): Pick<Store, 'put' | 'update' | 'remove' | 'transact'> {
  const { client, TableName } = access;
  return {
    async put(entity, item, condition = {}) {
      const { Item } = parse(entity, item);
      const putOne = { TableName, Item, ...condition, ...returning };
      await retryConflicts(access, () => client.send(new PutCommand(putOne)).catch(throwWriteRefused));
    },
    async update(wanted, update) {
      const updateOne = { TableName, Key: keyOf(wanted), ...update, ReturnValues: 'ALL_NEW' as const, ...returning };
      const { Attributes } = await retryConflicts(access, () =>
        client.send(new UpdateCommand(updateOne)).catch(throwWriteRefused),
      );
      return format(wanted.entity, Attributes ?? {});
    },
    async remove(wanted, condition) {
      const deleteOne = { TableName, Key: keyOf(wanted), ...condition, ...returning };
      await retryConflicts(access, () => client.send(new DeleteCommand(deleteOne)).catch(throwWriteRefused));
    },
    async transact(writes, clientRequestToken) {
      const TransactItems = writes.map(({ kind, input }) => ({ [kind]: { TableName, ...input, ...returning } }));
      await client
        .send(new TransactWriteCommand({ TransactItems, ClientRequestToken: clientRequestToken }))
        .catch(throwTransactionRefused);
    },
  };
}
