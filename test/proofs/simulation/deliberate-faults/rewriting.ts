import {
  type Input,
  keyOfWrite,
  keysOf,
  type OneWrite,
  type Output,
  type TableCall,
  writesOf,
} from '../../../../local/table/call.ts';
import { currentInvocation } from '../engine/invocation.ts';
import type { Rewrite } from '../engine/simulated-table.ts';

/** What deliberate faults are made of: changes of calls that concern rows of one kind. */

type Send = (call: TableCall) => Promise<Output>;

/** Whether a write concerns rows whose keys begin so. */
export function concerns(prefix: string) {
  return (write: OneWrite) => keyOfWrite(write).startsWith(prefix);
}

export function touches(call: TableCall, prefix: string): boolean {
  return writesOf(call).some(concerns(prefix));
}

/** Does something else with the transactions that touch rows of a kind. */
export function transactionsOn(prefix: string, act: (call: TableCall, send: Send) => Promise<Output>): () => Rewrite {
  return () => (call, send) => (call.name === 'TransactWrite' && touches(call, prefix) ? act(call, send) : send(call));
}

/** The transaction with each write changed, left out (undefined) or kept. */
export function mapWrites(call: TableCall, change: (write: OneWrite) => OneWrite | OneWrite[] | undefined): TableCall {
  const writes = writesOf(call).flatMap((write) => change(write) ?? []);
  return { ...call, input: { ...call.input, TransactItems: writes.map(({ kind, input }) => ({ [kind]: input })) } };
}

/** Sends a transaction without some of its writes, and these one by one behind it. */
export function sendBehind(isBehind: (write: OneWrite) => boolean) {
  return async (call: TableCall, send: Send): Promise<Output> => {
    const output = await send(mapWrites(call, (write) => (isBehind(write) ? undefined : write)));
    for (const { kind, input } of writesOf(call).filter(isBehind)) {
      const { ReturnValuesOnConditionCheckFailure: _, ...one } = input;
      await send({ name: kind as TableCall['name'], input: one });
    }
    return output;
  };
}

export function withoutCondition({ kind, input }: OneWrite): OneWrite {
  const { ConditionExpression: _, ...rest } = input;
  const used = (names: Input | undefined) =>
    Object.fromEntries(
      Object.entries(names ?? {}).filter(([name]) => new RegExp(`${name}\\b`).test(rest.UpdateExpression ?? '')),
    );
  const names = used(rest.ExpressionAttributeNames);
  const values = used(rest.ExpressionAttributeValues);
  const { ExpressionAttributeNames: _names, ExpressionAttributeValues: _values, ...bare } = rest;
  return {
    kind,
    input: {
      ...bare,
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    },
  };
}

/** What a batch found. */
export function itemsOf({ name }: TableCall, { Responses }: Output): Input[] {
  return name === 'BatchGet' ? Object.values<Input[]>(Responses).flat() : [];
}

/** Whether a call reads or commits what a caller's payout is decided from: only those are guarded against doubles. */
export function decidesPayout(call: TableCall): boolean {
  return keysOf(call).some((key) => key.startsWith('DUPLICATE#'));
}

/** A put of an entity with another item. */
export function changed(write: OneWrite, entity: string, change: (item: Input) => Input): OneWrite {
  const { kind, input } = write;
  return kind === 'Put' && input.Item._et === entity ? { kind, input: { ...input, Item: change(input.Item) } } : write;
}

/** Hides rows from whoever decides, and lets others take their place. */
export function unseen(prefix: string, entity: string): Rewrite {
  return async (call, send) => {
    if (call.name === 'TransactWrite')
      return send(mapWrites(call, (write) => (concerns(prefix)(write) ? withoutCondition(write) : write)));
    const output = await send(call);
    return keysOf(call).some((key) => key.startsWith(prefix)) ? without(call, output, entity) : output;
  };
}

function without(call: TableCall, output: Output, entity: string): Output {
  if (call.name === 'Get') return output.Item?._et === entity ? { ...output, Item: undefined } : output;
  if (call.name !== 'BatchGet') return output;
  const rest = Object.entries<Input[]>(output.Responses).map(([table, items]) => [
    table,
    items.filter((item) => item._et !== entity),
  ]);
  return { ...output, Responses: Object.fromEntries(rest) };
}

/** Shows some an item that is otherwise. */
export function shown(who: RegExp, entity: string, change: (item: Input) => unknown): Rewrite {
  return async (call, send) => {
    const output = await send(call);
    if (!who.test(currentInvocation()?.name ?? '')) return output;
    const found = [...itemsOf(call, output), ...(call.name === 'Get' && output.Item ? [output.Item] : [])];
    for (const item of found) if (item._et === entity) change(item);
    return output;
  };
}
