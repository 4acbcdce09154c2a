import type { Item } from './item.ts';
import type { Input } from './table-call.ts';

const CLAUSE = /\b(SET|REMOVE|ADD)\b\s+(.*?)(?=\b(?:SET|REMOVE|ADD)\b|$)/gs;

/**
 * What an update inside a transaction makes of an item: DynamoDB does not tell. Knows `SET a = :value`, `ADD a :number` and
 * `REMOVE a`; another form of expression must be added here first.
 */
export function applyUpdate(before: Item | undefined, { Key, UpdateExpression, ...input }: Input): Item {
  const names: Record<string, string> = input.ExpressionAttributeNames ?? {};
  const values: Item = input.ExpressionAttributeValues ?? {};
  const after: Item = { ...(before ?? Key) };
  for (const [, clause, list = ''] of (UpdateExpression as string).matchAll(CLAUSE)) {
    for (const part of list.split(',')) {
      const [path = '', value] = part.trim().split(clause === 'SET' ? /\s*=\s*/ : /\s+/);
      if (!/^#?\w+$/.test(path) || (value !== undefined && !/^:\w+$/.test(value))) {
        throw new Error(`the simulation cannot read this update yet: ${UpdateExpression}`);
      }
      const name = names[path] ?? path;
      if (clause === 'REMOVE') delete after[name];
      else if (clause === 'SET') after[name] = values[value as string];
      else after[name] = ((after[name] as number | undefined) ?? 0) + (values[value as string] as number);
    }
  }
  return after;
}
