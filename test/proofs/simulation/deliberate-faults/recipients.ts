import { keyOfWrite, keysOf, type OneWrite, writesOf } from '../../../../local/table/call.ts';
import type { Item, Key } from '../../../../local/table/item.ts';
import { currentInvocation } from '../engine/invocation.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { World } from '../engine/world.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { changed, concerns, itemsOf, mapWrites, transactionsOn } from './rewriting.ts';

export const recipientFaults: readonly DeliberateFault[] = [
  {
    name: 'retired-beside-the-journal',
    sentence:
      'retiring moves neither the head nor the version of the recipient, so that what was decided before still takes effect',
    rewrite: transactionsOn('RECIPIENT#', (call, send) =>
      send(writesOf(call).some(retires) ? mapWrites(call, unnoticed) : call),
    ),
  },
  {
    name: 'retired-whatever-a-cap-counts',
    sentence: 'retiring a recipient does not look at what a cap per end user has counted on the day',
    rewrite: () => countsUnseenByRetiring,
  },
  {
    name: 'retired-but-still-linked',
    sentence: 'a recipient that is retired keeps its external id and its account',
    rewrite: transactionsOn('RECIPIENT_BY#', (call, send) =>
      send(
        mapWrites(call, (write) => (write.kind === 'Delete' && concerns('RECIPIENT_BY#')(write) ? undefined : write)),
      ),
    ),
  },
  {
    name: 'retired-by-whoever-signs-in',
    sentence: 'a session of any member retires recipients, as a key with write does',
    endpoint: (endpoint) =>
      endpoint.operation === 'retireRecipient'
        ? { ...endpoint, callers: ['key', 'session'], permission: 'members.manage' }
        : endpoint,
  },
  {
    name: 'keys-that-outlive-a-restore',
    sentence: 'the answers to idempotency keys are kept where a restore of the table does not reach them',
    rewrite: keptElsewhere,
  },
];

function retires({ input }: OneWrite): boolean {
  return input.Item?._et === 'recipient' && input.Item.status === 'retired';
}

function unnoticed(write: OneWrite): OneWrite | undefined {
  if (keyOfWrite(write).endsWith(' HEAD')) return undefined;
  return changed(write, 'recipient', (item) => ({ ...item, version: item.version - 1 }));
}

const ofCount = concerns('END_USER#');

const countsUnseenByRetiring: Rewrite = async (call, send) => {
  if (!currentInvocation()?.name.includes('retireRecipient')) return send(call);
  if (call.name === 'TransactWrite') return send(mapWrites(call, (write) => (ofCount(write) ? undefined : write)));
  const output = await send(call);
  for (const item of itemsOf(call, output)) if (item._et === 'endUserDay') item.amount = '0';
  return output;
};

function keptElsewhere({ witness, table, tableName: TableName }: World): Rewrite {
  const answered = new Map<Key, Item>();
  return async (call, send) => {
    const records = keysOf(call).filter((key) => key.startsWith('IDEMPOTENCY#'));
    for (const key of records) {
      const Item = answered.get(key);
      if (Item && !witness.current(key)) await table.direct({ name: 'Put', input: { TableName, Item } });
    }
    const output = await send(call);
    for (const key of records) {
      const record = witness.current(key);
      if (record?.state === 'completed') answered.set(key, record);
    }
    return output;
  };
}
