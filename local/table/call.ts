import { type Item, type Key, keyText } from './item.ts';

/** A call to a table: the command's name without `Command`, and its input. */
export interface TableCall {
  readonly name: CallName;
  readonly input: Input;
}

// biome-ignore lint/suspicious/noExplicitAny: the inputs of ten commands, of which each place knows its own
export type Input = Record<string, any>;
// biome-ignore lint/suspicious/noExplicitAny: and their outputs
export type Output = Record<string, any>;

const names = [
  'BatchGet',
  'BatchWrite',
  'Delete',
  'Get',
  'Put',
  'Query',
  'Scan',
  'TransactGet',
  'TransactWrite',
  'Update',
] as const;

export type CallName = (typeof names)[number];

/** @throws Error for a command that the service does not use */
export function callOf(command: {
  readonly constructor: { readonly name: string };
  readonly input: object;
}): TableCall {
  const name = names.find((known) => command.constructor.name === `${known}Command`);
  if (!name) throw new Error(`this table does not know the command ${command.constructor.name}`);
  return { name, input: command.input as Input };
}

/** One write, alone or as part of a transaction or batch. */
export interface OneWrite {
  readonly kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  readonly input: Input;
}

export function writesOf({ name, input }: TableCall): OneWrite[] {
  if (name === 'Put' || name === 'Update' || name === 'Delete') return [{ kind: name, input }];
  if (name === 'BatchWrite') return batchWrites(input);
  if (name !== 'TransactWrite') return [];
  return input.TransactItems.flatMap((write: Record<OneWrite['kind'], Input>) =>
    Object.entries(write).map(([kind, one]) => ({ kind, input: one })),
  );
}

function batchWrites({ RequestItems }: Input): OneWrite[] {
  return Object.entries<Input[]>(RequestItems).flatMap(([TableName, requests]) =>
    requests.map(({ PutRequest, DeleteRequest }) =>
      PutRequest
        ? { kind: 'Put' as const, input: { TableName, ...PutRequest } }
        : { kind: 'Delete' as const, input: { TableName, ...DeleteRequest } },
    ),
  );
}

export function isWrite(call: TableCall): boolean {
  return writesOf(call).length > 0;
}

export function isTransaction({ name }: TableCall): boolean {
  return name === 'TransactWrite' || name === 'TransactGet';
}

/** The tables named by a call. */
export function tablesOf({ name, input }: TableCall): string[] {
  if (name.startsWith('Batch')) return Object.keys(input.RequestItems);
  const parts: Input[] = input.TransactItems?.flatMap((part: Input) => Object.values(part)) ?? [input];
  return parts.map(({ TableName }) => TableName);
}

/** The primary keys named by a call. A query or a scan names none. */
export function keysOf(call: TableCall): Key[] {
  return namedKeys(call).map(keyText);
}

/** Like `keysOf`, in the form in which items have them. */
export function namedKeys(call: TableCall): Item[] {
  const { name, input } = call;
  if (name === 'Get') return [input.Key];
  if (name === 'TransactGet') return input.TransactItems.map(({ Get }: Input) => Get.Key);
  if (name === 'BatchGet') return Object.values<Input>(input.RequestItems).flatMap(({ Keys }) => Keys);
  return writesOf(call).map(({ input: { Key, Item } }) => Key ?? Item);
}

export function keyOfWrite({ input }: OneWrite): Key {
  return keyText(input.Key ?? input.Item);
}

/** A call, described in words. */
export function describe(call: TableCall): string {
  const { name, input } = call;
  if (name === 'Query') return `Query ${input.IndexName ?? ''} ${Object.values(input.ExpressionAttributeValues)[0]}`;
  const keys = namedKeys(call).map(({ pk }) => String(pk).split('#')[0]);
  return `${name} ${[...new Set(keys)].join(', ')}`;
}
