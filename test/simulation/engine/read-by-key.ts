import type { Item } from './item.ts';
import { keysOf, type Output, type TableCall } from './table-call.ts';
import type { Witness } from './witness.ts';

/**
 * What a read by key finds, without asking the table: the witness knows what stands there, and the end of every run proves
 * it. Undefined for every other call, which only the table can answer.
 */
export function readByKey(call: TableCall, witness: Witness): Output | undefined {
  if (call.name !== 'Get' && call.name !== 'TransactGet' && call.name !== 'BatchGet') return undefined;
  // Whoever reads may change what it was given.
  const found = keysOf(call).map((key) => structuredClone(witness.current(key)));
  if (call.name === 'Get') return withItem(found[0]);
  if (call.name === 'TransactGet') return { Responses: found.map(withItem) };
  const [tableName = ''] = Object.keys(call.input.RequestItems);
  return { Responses: { [tableName]: found.filter((item) => item !== undefined) }, UnprocessedKeys: {} };
}

function withItem(Item: Item | undefined): Output {
  return Item ? { Item } : {};
}
