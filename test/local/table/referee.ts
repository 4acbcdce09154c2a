import { isDeepStrictEqual } from 'node:util';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, type Input, type Output, type TableCall } from '../../../local/table/call.ts';
import type { EmbeddedTable } from '../../../local/table/embedded-table.ts';
import { compare, type Item, keyText } from '../../../local/table/item.ts';
import { keysOfIndex } from '../../../local/table/key-range.ts';
import type { Peer } from './peers.ts';

/** The answer to a call, or why it was refused. */
export interface Answer {
  readonly output?: Output;
  readonly error?: Error;
}

/** Tables that should be one: a call goes to all of them. */
export class Referee {
  readonly #memory: EmbeddedTable;
  readonly #peers: readonly Peer[];

  constructor(memory: EmbeddedTable, peers: readonly Peer[]) {
    this.#memory = memory;
    this.#peers = peers;
  }

  /** @throws Disagreement unless all answer alike; else what all throw, as the table in memory threw it */
  async perform(call: TableCall): Promise<Output> {
    const { output, error } = await this.answer(call);
    if (error) throw error;
    return output as Output;
  }

  /** As `perform`; a refusal in which all agree is an answer. */
  async answer(call: TableCall): Promise<Answer> {
    const mine = answerOf(() => this.#memory.perform(call));
    for (const peer of this.#peers) {
      if (peer.name === 'DynamoDB Local' && hasHalfPair(call)) continue;
      const theirs = await peer.send(call).then(
        (output): Answer => ({ output }),
        (error: Error): Answer => ({ error }),
      );
      if (!isDeepStrictEqual(comparable(call, mine), comparable(call, theirs)))
        throw new Disagreement(call, mine, peer, theirs);
    }
    return mine;
  }
}

const escapedHalf = /\\ud[89a-f]/;

/** Whether text in a call has half of a surrogate pair. DynamoDB Local makes one key of all of them, where this table refuses them. */
export function hasHalfPair({ input }: TableCall): boolean {
  return escapedHalf.test(JSON.stringify(input));
}

export class Disagreement extends Error {
  override readonly name = 'Disagreement';

  constructor(call: TableCall, memory: Answer, peer: Peer, answer: Answer) {
    const lines = [
      describe(call),
      shown(call.input),
      `in memory: ${shown(comparable(call, memory))} ${memory.error?.message ?? ''}`,
      `${peer.name}: ${shown(comparable(call, answer))} ${answer.error?.message ?? ''}`,
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
  // The protocol has no word for what this table does not know.
  if (name === 'UnknownForm') return { name: 'ValidationException' };
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
