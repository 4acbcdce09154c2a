import type { Input, Output } from './call.ts';
import { partitionName } from './capacity.ts';
import { ValidationException } from './errors.ts';
import { parseCondition } from './expressions/condition.ts';
import { refuseFaultyCondition, refuseKeyAttributes } from './expressions/faulty-condition.ts';
import { holds } from './expressions/holds.ts';
import { Placeholders } from './expressions/operands.ts';
import type { Item } from './item.ts';
import { itemSize } from './item-size.ts';
import { isAtEnd, keysOfIndex, readKeyRange, refuseStart } from './key-range.ts';
import { checkedKey, type IndexName, positionOf, projected } from './keys.ts';
import type { Storage } from './storage/storage.ts';
import { copyOf } from './values.ts';

/** A page ends with the item that makes it at least this large. */
const pageBytes = 1024 * 1024;

export interface Page {
  readonly output: Output;
  /** The size of all examined items, including those that the filter dropped. */
  readonly bytes: number;
  /** The partition, named as by `partitionName`. Empty for a scan. */
  readonly partition: string;
}

/**
 * @throws ValidationException for queries that DynamoDB refuses; UnknownForm for those that the service does not use
 */
export function runQuery(storage: Storage, input: Input): Page {
  const { IndexName: index, ExclusiveStartKey: after, ScanIndexForward: isForward = true } = input;
  if (index !== undefined && input.ConsistentRead) throw new ValidationException('an index is not read consistently');
  const keys = keysOfIndex(index);
  const placeholders = new Placeholders(input);
  const isWanted = filterOf(input, [keys.partitionKey, keys.sortKey], placeholders);
  const range = readKeyRange(input, keys, placeholders);
  if (after) refuseStart(after, index, range, isForward);
  const found = storage.walk({ ...range, index: index as IndexName | undefined, after, isForward });
  const isLast = (item: Item) => isAtEnd(item, index, range, isForward);
  return { ...readPage(found, input, { isWanted, isLast }), partition: partitionName(range.partition, index) };
}

/** Returns everything. DynamoDB guarantees no order. */
export function runScan(storage: Storage, input: Input): Page {
  const after: Item | undefined = input.ExclusiveStartKey;
  const found = storage.scan(after && checkedKey(after));
  return { ...readPage(found, input, { isWanted: () => true, isLast: () => false }), partition: '' };
}

function filterOf(
  { FilterExpression }: Input,
  keys: readonly string[],
  placeholders: Placeholders,
): (item: Item) => boolean {
  if (FilterExpression === undefined) return () => true;
  const filter = parseCondition(FilterExpression);
  refuseFaultyCondition(filter, placeholders);
  refuseKeyAttributes(filter, keys, placeholders);
  return (item) => holds(filter, item, placeholders);
}

interface Tests {
  readonly isWanted: (item: Item) => boolean;
  readonly isLast: (item: Item) => boolean;
}

function readPage(found: Iterable<Item>, { Limit, IndexName }: Input, { isWanted, isLast }: Tests) {
  if (Limit !== undefined && !(Limit >= 1)) throw new ValidationException('a limit is at least one');
  const page: Item[] = [];
  let [bytes, examined] = [0, 0];
  let last: Item | undefined;
  for (const item of found) {
    const shown = projected(item, IndexName);
    bytes += itemSize(shown);
    examined += 1;
    if (isWanted(shown)) page.push(copyOf(shown) as Item);
    if (examined !== Limit && bytes < pageBytes) continue;
    // DynamoDB does not look further, so it cannot know that there is nothing more.
    if (!isLast(item)) last = item;
    break;
  }
  const output = {
    Items: page,
    Count: page.length,
    ScannedCount: examined,
    ...(last && { LastEvaluatedKey: positionOf(last, IndexName) }),
  };
  return { output, bytes };
}
