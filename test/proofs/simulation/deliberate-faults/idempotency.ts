import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type Input, type TableCall, writesOf } from '../../../../local/table/call.ts';
import { currentInvocation, type Invocation } from '../engine/invocation.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { concerns, itemsOf, mapWrites, sendBehind, touches, transactionsOn, withoutCondition } from './rewriting.ts';

const ofKey = concerns('IDEMPOTENCY#');
const ofGuard = concerns('DUPLICATE#');

export const idempotencyFaults: readonly DeliberateFault[] = [
  {
    name: 'completion-outside-the-transaction',
    sentence: 'the idempotency record is completed after the commit instead of in it',
    rewrite: transactionsOn('IDEMPOTENCY#', sendBehind(ofKey)),
  },
  {
    name: 'release-that-forgets',
    sentence: 'the key is freed after its commit',
    rewrite: transactionsOn('IDEMPOTENCY#', async (call, send) => {
      const output = await send(call);
      for (const { input } of writesOf(call).filter((write) => ofKey(write) && write.kind !== 'Delete')) {
        const Key = input.Key ?? { pk: input.Item.pk, sk: input.Item.sk };
        await send({ name: 'Delete', input: { TableName: input.TableName, Key } });
      }
      return output;
    }),
  },
  {
    name: 'takeover-before-the-lock-expired',
    sentence: 'a retry takes over a running key without waiting for its lock',
    rewrite: () => takeOverEarly,
  },
  {
    name: 'key-begun-without-a-condition',
    sentence: 'the record of a key is begun whether there is one or not',
    rewrite: () => (call, send) => {
      if (call.name !== 'Put' || !touches(call, 'IDEMPOTENCY#')) return send(call);
      return send({ ...call, input: withoutCondition({ kind: 'Put', input: call.input }).input });
    },
  },
  {
    name: 'guard-before-the-handler',
    sentence: 'the duplicate guard is written at the door instead of in the commit',
    rewrite: () => guardAtTheDoor(),
  },
  {
    name: 'guard-without-its-condition',
    sentence: 'the duplicate guard is written whether there is another one or not',
    rewrite: transactionsOn('DUPLICATE#', (call, send) =>
      send(mapWrites(call, (write) => (ofGuard(write) ? withoutCondition(write) : write))),
    ),
  },
  {
    name: 'fresh-token-per-retry',
    sentence: 'a transaction that is repeated carries a new ClientRequestToken, and its audit row is not looked at',
    rewrite: () => repeatedAsNew,
  },
];

/** Without a token the SDK makes one for every sending; without the reason of the audit row the repeat looks like a lost race. */
const repeatedAsNew: Rewrite = async (call, send) => {
  try {
    return await send({ ...call, input: { ...call.input, ClientRequestToken: undefined } });
  } catch (error) {
    if (error instanceof TransactionCanceledException) error.CancellationReasons?.splice(-1, 1, { Code: 'None' });
    throw error;
  }
};

const takeOverEarly: Rewrite = async (call, send) => {
  try {
    return await send(call);
  } catch (error) {
    const isKey = call.name === 'Put' && touches(call, 'IDEMPOTENCY#');
    if (isKey && error instanceof ConditionalCheckFailedException && error.Item) error.Item.lockedUntil = { N: '0' };
    throw error;
  }
};

/** Writes the guard as soon as none was read, and leaves it out of the commit. */
function guardAtTheDoor(): Rewrite {
  const keys = new Map<Invocation | undefined, string>();
  const writeGuard = (TableName: string, { pk, sk }: { pk: string; sk: string }): TableCall => {
    const [, organizationId, hash] = pk.split('#');
    const idempotencyKey = keys.get(currentInvocation());
    const times = { expiresAt: Number.MAX_SAFE_INTEGER, ttl: 4_000_000_000 };
    return {
      name: 'Put',
      input: { TableName, Item: { pk, sk, _et: 'duplicateGuard', organizationId, hash, idempotencyKey, ...times } },
    };
  };
  return async (call, send) => {
    if (call.name === 'Put' && touches(call, 'IDEMPOTENCY#')) keys.set(currentInvocation(), call.input.Item.key);
    if (call.name === 'TransactWrite') return send(mapWrites(call, (write) => (ofGuard(write) ? undefined : write)));
    const output = await send(call);
    const isMine = (item: Input) =>
      ofGuard({ kind: 'Put', input: { Item: item } }) && item.idempotencyKey === keys.get(currentInvocation());
    if (call.name === 'Get') return output.Item && isMine(output.Item) ? { ...output, Item: undefined } : output;
    if (call.name !== 'BatchGet') return output;
    const [[table, { Keys }] = ['', {}]] = Object.entries<Input>(call.input.RequestItems);
    const wanted = Keys.find(({ pk }: { pk: string }) => pk.startsWith('DUPLICATE#'));
    if (!wanted) return output;
    const items = itemsOf(call, output);
    if (!items.some(({ pk }) => pk === wanted.pk)) await send(writeGuard(table, wanted));
    return { ...output, Responses: { [table]: items.filter((item) => !isMine(item)) } };
  };
}
