import { tableDefinition } from '../../shared/ground/table/definition.ts';
import type { Output, TableCall } from './call.ts';
import { UnknownForm } from './errors.ts';
import type { Item } from './item.ts';
import { itemSize } from './item-size.ts';
import { type IndexName, projected } from './keys.ts';

/**
 * Request units as AWS bills them, from the sizes of the items:
 *
 * - a write: one unit per KB of the larger of the item before and after it, twice in a transaction;
 * - an index, for each write that changes what it holds: a unit per KB to add, change or take out an entry, two of them where
 *   its key moves; transactions do not double them. One that holds only keys is not written to while those stay;
 * - a read: one unit per 4 KB, half if eventually consistent, twice in a transaction; at least one block an item;
 * - a query: the items that it examines together, rounded up to 4 KB.
 */
export interface Units {
  read: number;
  write: number;
}

const readBlockBytes = 4096;
const writeBlockBytes = 1024;
const indexes = Object.keys(tableDefinition.indexes) as IndexName[];

/** A partition of the table, or of one of its indexes. AWS limits the throughput of each per second. */
export function partitionName(value: string, index?: string): string {
  return index === undefined ? value : `${index}: ${value}`;
}

/** Reports the partition in which a write uses units, and how many. */
export type MeterWrite = (partition: string, units: number) => void;

interface MeteredWrite {
  readonly partition: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** 2 in a transaction. */
  readonly factor: 1 | 2;
}

export function meterWrite({ partition, before, after, factor }: MeteredWrite, meter: MeterWrite): void {
  const [blocksBefore, blocksAfter] = [writeBlocks(before), writeBlocks(after)];
  meter(partition, factor * Math.max(blocksBefore, blocksAfter));
  for (const name of indexes) meterIndex(name, before, after, meter);
}

function meterIndex(name: IndexName, before: Item | undefined, after: Item | undefined, meter: MeterWrite): void {
  const [from, to] = [entryOf(name, before), entryOf(name, after)];
  if (from && to && from.partition === to.partition && from.sort === to.sort) {
    const isLeftAlone = tableDefinition.indexes[name].projection === 'KEYS_ONLY';
    if (!isLeftAlone) meter(partitionName(to.partition, name), Math.max(from.blocks, to.blocks));
    return;
  }
  if (from) meter(partitionName(from.partition, name), from.blocks);
  if (to) meter(partitionName(to.partition, name), to.blocks);
}

/**
 * The read units for the bytes that a read examined.
 * @param factor 1 for a consistent read, 2 in a transaction, otherwise a half
 */
export function readUnits(bytes: number, factor: 0.5 | 1 | 2): number {
  return factor * blocks(bytes, readBlockBytes);
}

export function sizeOf(item: Item | undefined): number {
  return item ? itemSize(item) : 0;
}

function writeBlocks(item: Item | undefined): number {
  return blocks(sizeOf(item), writeBlockBytes);
}

/** The position of an item in an index, if the index contains it, and its size there. */
function entryOf(name: IndexName, item: Item = {}) {
  const { partitionKey, sortKey } = tableDefinition.indexes[name];
  const [partition, sort] = [item[partitionKey] as string | undefined, item[sortKey]];
  if (partition === undefined || sort === undefined) return undefined;
  return { partition, sort, blocks: writeBlocks(projected(item, name)) };
}

/** A call that finds nothing is billed for one unit. */
function blocks(size: number, blockBytes: number): number {
  return Math.max(1, Math.ceil(size / blockBytes));
}

interface Consumed {
  readonly asked: unknown;
  readonly units: Readonly<Units>;
  readonly TableName: string;
}

/**
 * The consumed capacity of a call, as its answer shows it if the total was requested. A transaction shows the kind of
 * units, and a batch or a transaction shows them per table.
 * @throws UnknownForm if anything else was requested
 */
export function consumedCapacity({ name }: TableCall, { asked, units, TableName }: Consumed): Output {
  if (asked !== 'TOTAL') throw new UnknownForm(`ReturnConsumedCapacity ${asked}`);
  const { read, write } = units;
  const total = { TableName, CapacityUnits: read + write };
  if (name === 'TransactGet') return [{ ...total, ReadCapacityUnits: read }];
  if (name === 'TransactWrite') return [{ ...total, WriteCapacityUnits: write }];
  return name.startsWith('Batch') ? [total] : total;
}
