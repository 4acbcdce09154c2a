import type { Item, Key } from './item.ts';

/** A call to the table: the command's name without `Command`, and what it was given. */
export interface TableCall {
  readonly name: CallName;
  readonly input: Input;
}

// biome-ignore lint/suspicious/noExplicitAny: the inputs of eight commands, of which each place knows its own
export type Input = Record<string, any>;
// biome-ignore lint/suspicious/noExplicitAny: and their outputs
export type Output = Record<string, any>;

const names = ['BatchGet', 'Delete', 'Get', 'Put', 'Query', 'TransactGet', 'TransactWrite', 'Update'] as const;

export type CallName = (typeof names)[number];

export function callOf(command: { constructor: { name: string }; input: object }): TableCall {
  const name = names.find((known) => command.constructor.name === `${known}Command`);
  if (!name) throw new Error(`the simulation does not know the command ${command.constructor.name}`);
  return { name, input: command.input as Input };
}

/** One write, alone or of a transaction. */
export interface OneWrite {
  readonly kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  readonly input: Input;
}

export function writesOf({ name, input }: TableCall): OneWrite[] {
  if (name === 'Put' || name === 'Update' || name === 'Delete') return [{ kind: name, input }];
  if (name !== 'TransactWrite') return [];
  return input.TransactItems.flatMap((write: Record<OneWrite['kind'], Input>) =>
    Object.entries(write).map(([kind, one]) => ({ kind, input: one })),
  );
}

export function isWrite(call: TableCall): boolean {
  return writesOf(call).length > 0;
}

/** Primary keys that a call names; a query names none. */
export function keysOf(call: TableCall): Key[] {
  const { name, input } = call;
  if (name === 'Get') return [keyText(input.Key)];
  if (name === 'TransactGet') return input.TransactItems.map(({ Get }: Input) => keyText(Get.Key));
  if (name === 'BatchGet') return Object.values<Input>(input.RequestItems).flatMap(({ Keys }) => Keys.map(keyText));
  return writesOf(call).map(keyOfWrite);
}

export function keyOfWrite({ input }: OneWrite): Key {
  return keyText(input.Key ?? input.Item);
}

export function keyText({ pk, sk }: Item): Key {
  return `${pk} ${sk}`;
}

/** A call in plain words. */
export function describe(call: TableCall): string {
  const { name, input } = call;
  if (name === 'Query') return `Query ${input.IndexName ?? ''} ${Object.values(input.ExpressionAttributeValues)[0]}`;
  const keys = keysOf(call).map((key) => key.split('#')[0]);
  return `${name} ${[...new Set(keys)].join(', ')}`;
}
