import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Input, keysOf, type OneWrite, type TableCall, writesOf } from '../../../../local/table/call.ts';
import { keyText } from '../../../../local/table/item.ts';
import { currentInvocation, type Invocation } from '../engine/invocation.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { World } from '../engine/world.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { concerns, itemsOf, mapWrites, touches, transactionsOn, withoutCondition } from './rewriting.ts';

const ofRun = (write: OneWrite) => write.kind === 'Put' && concerns('BATCH#')(write);
const ofDueRow = concerns('DUE#');

export const batchFaults: readonly DeliberateFault[] = [
  {
    name: 'run-at-any-version',
    sentence: 'a worker goes on with a run whatever became of it since it was read',
    rewrite: () => atAnyVersion(),
  },
  {
    name: 'payouts-of-a-run-at-random',
    sentence: 'the id of a payout does not follow from its line',
    rewrite: randomPayoutIds,
  },
  {
    name: 'refused-line-still-counted',
    sentence: 'a line that is refused stays counted against the day',
    rewrite: transactionsOn('BATCH_ITEM#', (call, send) =>
      send(writesOf(call).some(isRefused) ? counting(call) : call),
    ),
  },
  {
    name: 'completed-with-the-first-group',
    sentence: 'a run completes with the first group of its payouts',
    rewrite: transactionsOn('BATCH#', (call, send) => send(mapWrites(call, (write) => completedEarly(write)))),
  },
  {
    name: 'cancel-during-creation',
    sentence: 'a run can be canceled while its payouts are created',
    rewrite: () =>
      toRequests('cancelPayoutBatch', (run) => (run.status = run.status === 'creating' ? waiting : run.status)),
  },
  {
    name: 'validation-of-the-lines-it-finds',
    sentence: 'validation goes on with the lines that it finds, though they are fewer than were accepted',
    rewrite: withoutTheLastLine,
  },
  {
    name: 'lines-stored-behind-their-run',
    sentence: 'a run is committed before its lines are stored',
    rewrite: () => linesBehind(),
  },
  {
    name: 'confirm-without-its-approval',
    sentence: 'a confirm does not ask whether others have to agree',
    rewrite: () => withoutRules(/confirmPayoutBatch/),
  },
  {
    name: 'run-under-its-old-rules',
    sentence: 'a threshold that is set while a run is created does not bind the rest of it',
    rewrite: () => withoutRules(/^batches worker/),
  },
  {
    name: 'reference-read-at-the-door-only',
    sentence: 'whether a reference is taken is looked at when a request comes in, not when its run is stored',
    rewrite: () => referencesUnseen,
  },
  {
    name: 'confirm-without-work',
    sentence: 'a confirm says that the run is created, and asks nobody to do it',
    rewrite: transactionsOn('BATCH#', (call, send) =>
      send(isRequest('confirmPayoutBatch') ? mapWrites(call, (one) => (ofDueRow(one) ? undefined : one)) : call),
    ),
  },
];

const waiting = 'awaiting_confirmation';

function isWorker(): boolean {
  return currentInvocation()?.name.startsWith('batches worker') ?? false;
}

function isRequest(operation: string): boolean {
  return currentInvocation()?.name.includes(operation) ?? false;
}

/** Shows the requests of an operation a run that is otherwise. */
function toRequests(operation: string, change: (run: Input) => unknown): Rewrite {
  return async (call, send) => {
    const output = await send(call);
    if (isRequest(operation)) for (const item of itemsOf(call, output)) if (item._et === 'batch') change(item);
    return output;
  };
}

/** Shows each worker the version that it expects, and lets it write over any other. */
function atAnyVersion(): Rewrite {
  const expected = new Map<Invocation | undefined, number>();
  return async (call, send) => {
    if (!isWorker()) return send(call);
    const by = currentInvocation();
    if (call.name === 'TransactWrite' && touches(call, 'BATCH#')) {
      const output = await send(mapWrites(call, (write) => (ofRun(write) ? withoutCondition(write) : write)));
      const run = writesOf(call).find(ofRun);
      if (run) expected.set(by, run.input.Item.version);
      return output;
    }
    const output = await send(call);
    if (call.name === 'Get' && output.Item?._et === 'batch') expected.set(by, output.Item.version);
    for (const item of itemsOf(call, output)) if (item._et === 'batch') item.version = expected.get(by) ?? item.version;
    return output;
  };
}

/** In the place of each id another, of the same form. */
function randomPayoutIds({ dice }: World): Rewrite {
  return (call, send) => {
    const created = writesOf(call).flatMap(({ input: { Item } }) =>
      Item?._et === 'batchItem' ? (Item.payoutId ?? []) : [],
    );
    if (call.name !== 'TransactWrite' || created.length === 0) return send(call);
    const text = created.reduce(
      (all: string, id: string) => all.replaceAll(id, id.slice(0, -4) + dice.text(4)),
      JSON.stringify(call.input.TransactItems),
    );
    return send({ ...call, input: { ...call.input, TransactItems: JSON.parse(text) } });
  };
}

function isRefused({ input: { Item } }: OneWrite): boolean {
  return Item?._et === 'batchItem' && Item.status === 'create_failed';
}

function counting(call: TableCall): TableCall {
  return mapWrites(call, ({ kind, input }) => {
    const { Item } = input;
    if (Item?.sk !== 'HEAD' || !Item.paidToday) return { kind, input };
    const amount = (BigInt(Item.paidToday.amount) + 1n).toString();
    return { kind, input: { ...input, Item: { ...Item, paidToday: { ...Item.paidToday, amount } } } };
  });
}

/** With its work, so that nobody goes on. */
function completedEarly(write: OneWrite): OneWrite[] {
  const { Item, TableName } = write.input;
  if (!ofRun(write) || Item?.status !== 'creating' || Item.counts.created === 0) return [write];
  const pk = `DUE#${Item.organizationId}#batches#${Item.batchId}`;
  return [
    { kind: 'Put', input: { ...write.input, Item: { ...Item, status: 'completed' } } },
    { kind: 'Delete', input: { TableName, Key: { pk, sk: 'DUE' } } },
  ];
}

/** As if the last of several lines had never been stored, and the run were that of the others. */
function withoutTheLastLine({ witness }: World): Rewrite {
  const linesOf = (text: string): unknown[] => JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString());
  const shorten = (item: Input) => {
    if (item._et === 'batchLines') {
      const rest = linesOf(item.lines).slice(0, -1);
      item.lines = deflateRawSync(JSON.stringify(rest)).toString('base64');
    } else if (item._et === 'batch' && item.status === 'received' && item.itemCount > 1) {
      const key = keyText({ pk: `BATCH_LINES#${item.organizationId}#${item.batchId}#0`, sk: 'LINES' });
      const rest = linesOf(String(witness.current(key)?.lines)).slice(0, -1);
      item.linesHash = createHash('sha256').update(JSON.stringify(rest)).digest('hex');
      item.itemCount -= 1;
      item.counts.pending -= 1;
    }
  };
  return async (call, send) => {
    const output = await send(call);
    if (!isWorker()) return output;
    for (const item of [...itemsOf(call, output), ...(call.name === 'Get' && output.Item ? [output.Item] : [])])
      shorten(item);
    return output;
  };
}

/** Answers at once where lines are to be stored, and stores them when their run is. */
function linesBehind(): Rewrite {
  const held = new Map<Invocation | undefined, TableCall[]>();
  return async (call, send) => {
    const by = currentInvocation();
    if (call.name === 'Put' && touches(call, 'BATCH_LINES#')) {
      held.set(by, [...(held.get(by) ?? []), call]);
      return {};
    }
    const output = await send(call);
    if (call.name === 'TransactWrite' && touches(call, 'BATCH#')) {
      for (const lines of held.get(by)?.splice(0) ?? []) await send(lines);
    }
    return output;
  };
}

/** Shows some an organization without rules about approvals. */
function withoutRules(who: RegExp): Rewrite {
  return async (call, send) => {
    const output = await send(call);
    if (!who.test(currentInvocation()?.name ?? '')) return output;
    for (const item of itemsOf(call, output)) if (item.sk === 'ORG') delete item.approvals;
    return output;
  };
}

/** Hides from decisions which run has a reference, and lets another take it. */
const referencesUnseen: Rewrite = async (call, send) => {
  if (call.name === 'TransactWrite')
    return send(mapWrites(call, (write) => (concerns('BATCH_REFERENCE#')(write) ? withoutCondition(write) : write)));
  const output = await send(call);
  if (call.name !== 'BatchGet' || !keysOf(call).some((key) => key.startsWith('BATCH_REFERENCE#'))) return output;
  const shown = Object.entries<Input[]>(output.Responses).map(([table, items]) => [
    table,
    items.filter((item) => item._et !== 'batchReference'),
  ]);
  return { ...output, Responses: Object.fromEntries(shown) };
};
