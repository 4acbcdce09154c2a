import { isDeepStrictEqual } from 'node:util';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, type Input, type Output, type TableCall } from '../../../local/table/call.ts';
import { compare, type Item, keyText } from '../../../local/table/item.ts';
import { keysOfIndex } from '../../../local/table/key-range.ts';
import type { MemoryTable } from '../../../local/table/memory-table.ts';
import type { SendCall } from './lean-client.ts';

/** The answer to a call, or why it was refused. */
export interface Answer {
  readonly output?: Output;
  readonly error?: Error;
}

/** Two tables that should be one: a call goes to both. */
export class Referee {
  readonly #memory: MemoryTable;
  readonly #real: SendCall;

  constructor(memory: MemoryTable, real: SendCall) {
    this.#memory = memory;
    this.#real = real;
  }

  /** @throws Disagreement unless both answer alike; else what both throw, as the table in memory threw it */
  async perform(call: TableCall): Promise<Output> {
    const { output, error } = await this.answer(call);
    if (error) throw error;
    return output as Output;
  }

  /** As `perform`; a refusal in which both agree is an answer. */
  async answer(call: TableCall): Promise<Answer> {
    const mine = answerOf(() => this.#memory.perform(call));
    const theirs = await this.#real(call).then(
      (output): Answer => ({ output }),
      (error: Error): Answer => ({ error }),
    );
    if (!isDeepStrictEqual(comparable(call, mine), comparable(call, theirs)))
      throw new Disagreement(call, mine, theirs);
    return mine;
  }
}

export class Disagreement extends Error {
  override readonly name = 'Disagreement';

  constructor(call: TableCall, memory: Answer, real: Answer) {
    const lines = [
      describe(call),
      shown(call.input),
      `in memory: ${shown(comparable(call, memory))} ${memory.error?.message ?? ''}`,
      `DynamoDB Local: ${shown(comparable(call, real))} ${real.error?.message ?? ''}`,
    ];
    super(lines.join('\n'));
  }
}

/** Nobody reads on behind so much of one text. */
const textShown = 60;

export function shown(value: unknown): string {
  return JSON.stringify(value, (_name, part) => (typeof part === 'string' ? part.slice(0, textShown) : part));
}

function answerOf(perform: () => Output): Answer {
  try {
    return { output: perform() };
  } catch (error) {
    return { error: error as Error };
  }
}

function comparable({ input }: TableCall, { output, error }: Answer): Output {
  return error ? refusal(error) : inOneOrder(input, output as Output);
}

/** What a caller can rely on; words are not. */
function refusal(error: Error): Output {
  const { name, Item, CancellationReasons } = error as Error & Output;
  // AWS cancels a transaction for an update that its item does not bear; DynamoDB Local refuses it as a whole.
  if (CancellationReasons?.some(({ Code }: Output) => Code === 'ValidationError'))
    return { name: 'ValidationException' };
  return {
    name,
    ...(Item && { Item: unmarshall(Item) }),
    ...(CancellationReasons && {
      reasons: CancellationReasons.map((reason: Output) => ({
        Code: reason.Code,
        ...(reason.Item && { Item: unmarshall(reason.Item) }),
      })),
    }),
  };
}

/** A batch has no order of its own, nor have rows of an index that sort alike. */
function inOneOrder({ IndexName }: Input, { Items, Responses, ConsumedCapacity: _unasked, ...rest }: Output): Output {
  const byKey = (a: Item, b: Item) => (keyText(a) < keyText(b) ? -1 : 1);
  if (Items && IndexName) {
    const { sortKey } = keysOfIndex(IndexName);
    return { ...rest, Items: Items.toSorted((a: Item, b: Item) => compare(a[sortKey], b[sortKey]) || byKey(a, b)) };
  }
  if (!Responses || Array.isArray(Responses))
    return { ...rest, ...(Items && { Items }), ...(Responses && { Responses }) };
  const tables = Object.entries<Item[]>(Responses).map(([table, items]) => [table, items.toSorted(byKey)]);
  return { ...rest, Responses: Object.fromEntries(tables) };
}
