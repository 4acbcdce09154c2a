import type { Item } from './item.ts';
import { type Input, keyText, type Output, type TableCall } from './table-call.ts';
import type { Witness } from './witness.ts';

/**
 * What a query finds, without asking the table: of one partition in the order of its sort keys, or of what is due. Undefined
 * for every other call, which only the table can answer.
 */
export function readRange({ name, input }: TableCall, witness: Witness): Output | undefined {
  if (name !== 'Query' || input.FilterExpression) return undefined;
  if (input.IndexName === 'due') return { Items: dueRows(input, witness).slice(0, input.Limit) };
  return input.IndexName ? undefined : partition(input, witness);
}

function partition({ ScanIndexForward, Limit, ExclusiveStartKey, ...input }: Input, witness: Witness): Output {
  const { ':partition': pk, ':from': from, ':to': to } = input.ExpressionAttributeValues;
  const isForward = ScanIndexForward !== false;
  const isBehind = (sk: string) => {
    if (!ExclusiveStartKey) return true;
    return isForward ? sk > ExclusiveStartKey.sk : sk < ExclusiveStartKey.sk;
  };
  const isWanted = ({ sk }: Input) =>
    (from === undefined || sk >= from) && (to === undefined || sk <= to) && isBehind(sk);
  const found = standing(witness, `${pk} `, isWanted).sort((a, b) => (a.sk < b.sk === isForward ? -1 : 1));
  const Items = found.slice(0, Limit);
  const last = Items.at(-1);
  // DynamoDB does not look past the limit: it cannot know that there is no more.
  return { Items, ...(last && Items.length === Limit && { LastEvaluatedKey: { pk, sk: last.sk } }) };
}

function dueRows({ ExpressionAttributeValues: values }: Input, witness: Witness): Item[] {
  const isWanted = ({ dueShard, dueAt }: Input) => dueShard === values[':shard'] && dueAt <= values[':until'];
  return standing(witness, 'DUE#', isWanted).sort(byTime);
}

/** Rows due at the same time have no order that could be relied on. */
export function byTime(a: Input, b: Input): number {
  return a.dueAt - b.dueAt || (keyText(a) < keyText(b) ? -1 : 1);
}

/** Copies: whoever reads may change what it was given. */
function standing(witness: Witness, prefix: string, isWanted: (item: Input) => boolean): Input[] {
  return witness.keys(prefix).flatMap((key) => {
    const item = witness.current(key);
    return item && isWanted(item) ? [structuredClone(item) as Input] : [];
  });
}
