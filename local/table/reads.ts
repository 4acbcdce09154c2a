import type { Input, Output } from './call.ts';
import { readUnits, sizeOf } from './capacity.ts';
import { ValidationException } from './errors.ts';
import { type Item, keyText } from './item.ts';
import { checkedKey } from './keys.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { type Page, runQuery, runScan } from './query.ts';
import type { Storage } from './storage/storage.ts';
import { copyOf } from './values.ts';

/** Called with what a part of a call has read: the partition, and the units. */
export type MeterRead = (partition: string, units: number) => void;

const mostKeys = 100;
/** The maximum size of a batch's answer. */
const batchBytes = 16 * 1024 * 1024;

export function get(storage: Storage, input: Input, meter: MeterRead): Output {
  refuseUnknownFields('Get', input);
  const item = storage.get(checkedKey(input.Key));
  meter(input.Key.pk, readUnits(sizeOf(item), factorOf(input)));
  return withItem(item);
}

export function batchGet(storage: Storage, input: Input, meter: MeterRead): Output {
  refuseUnknownFields('BatchGet', input);
  const [[table, asked] = ['', { Keys: [] }]] = Object.entries<Input>(input.RequestItems);
  refuseUnknownFields('Keys', asked);
  const keys = checkedKeys(asked.Keys);
  const found: Item[] = [];
  let bytes = 0;
  let read = 0;
  for (const key of keys) {
    const item = storage.get(key);
    bytes += sizeOf(item);
    if (bytes > batchBytes) break;
    meter(asked.Keys[read].pk, readUnits(sizeOf(item), factorOf(asked)));
    if (item) found.push(copyOf(item) as Item);
    read += 1;
  }
  const unread = asked.Keys.slice(read);
  return {
    Responses: { [table]: found },
    UnprocessedKeys: unread.length === 0 ? {} : { [table]: { ...asked, Keys: unread } },
  };
}

export function transactGet(storage: Storage, input: Input, meter: MeterRead): Output {
  refuseUnknownFields('TransactGet', input);
  const gets: Input[] = input.TransactItems.map(({ Get }: Input) => Get);
  for (const one of gets) refuseUnknownFields('Get', one);
  const found = checkedKeys(gets.map(({ Key }) => Key)).map((key) => storage.get(key));
  for (const [index, { Key }] of gets.entries()) meter(Key.pk, readUnits(sizeOf(found[index]), 2));
  return { Responses: found.map(withItem) };
}

export function query(storage: Storage, input: Input, meter: MeterRead): Output {
  refuseUnknownFields('Query', input);
  return metered(runQuery(storage, input), input, meter);
}

export function scan(storage: Storage, input: Input, meter: MeterRead): Output {
  refuseUnknownFields('Scan', input);
  return metered(runScan(storage, input), input, meter);
}

function metered({ output, bytes, partition }: Page, input: Input, meter: MeterRead): Output {
  meter(partition, readUnits(bytes, factorOf(input)));
  return output;
}

/** @throws ValidationException for no keys, too many, or duplicates */
function checkedKeys(keys: readonly Item[]) {
  const checked = keys.map(checkedKey);
  if (checked.length === 0 || checked.length > mostKeys) throw new ValidationException('a call reads 1 to 100 items');
  if (new Set(checked.map((key) => keyText({ ...key }))).size < checked.length)
    throw new ValidationException('a call reads an item once');
  return checked;
}

function factorOf({ ConsistentRead }: Input): 0.5 | 1 {
  return ConsistentRead ? 1 : 0.5;
}

function withItem(item: Item | undefined): Output {
  return item ? { Item: copyOf(item) } : {};
}
