import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { sha256Hex } from '../../../ground/signatures/canonical.ts';
import { type ItemRef, refTo } from '../../../ground/table/expressions.ts';
import type { Store } from '../../../ground/table/store.ts';
import { table } from '../../../ground/table/table.ts';
import { ttlSeconds } from '../../../ground/time/clock.ts';
import type { PayoutRequest } from '../../payout/payout-request.ts';
import { type Batch, maxItems } from './batch.ts';

/**
 * Some lines of a batch, as they were submitted. Written before the batch itself and never changed. Each chunk is a
 * partition of its own, so that they can be written concurrently.
 */
export const BatchLinesEntity = new Entity({
  name: 'batchLines',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    batchId: string().key(),
    /** The number of the chunk, from 0. */
    chunk: number().key(),
    /** A JSON array of requests, deflated, as base64. */
    lines: string(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, batchId, chunk }: ChunkKey) => ({
    pk: `BATCH_LINES#${organizationId}#${batchId}#${chunk}`,
    sk: 'LINES',
  }),
});

interface ChunkKey {
  readonly organizationId: string;
  readonly batchId: string;
  readonly chunk: number;
}

type Stored = Pick<Batch, 'organizationId' | 'batchId' | 'itemCount' | 'linesHash'>;

/** Even this many lines of the maximum length, which hardly compress, stay below the 400 KB of an item. */
export const linesPerChunk = 90;
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** More than a chunk of the longest lines can contain. */
const mostChunkBytes = 1024 * 1024;

/** The stored lines differ from those that were accepted. No line may be created until a person has investigated. */
export class LinesDiffer extends Error {
  override readonly name = 'LinesDiffer';

  constructor({ batchId }: Pick<Batch, 'batchId'>, options?: ErrorOptions) {
    super(`the stored lines of ${batchId} are not those that were accepted`, options);
  }
}

/** The hash of its lines that a batch stores. */
export function hashLines(lines: readonly PayoutRequest[]): string {
  return sha256Hex(JSON.stringify(lines));
}

/** Stores the lines of a batch that does not exist yet. Without the batch nobody reads them, and they expire. */
export async function storeLines(
  store: Pick<Store, 'put'>,
  { organizationId, batchId }: Pick<Batch, 'organizationId' | 'batchId'>,
  lines: readonly PayoutRequest[],
  now: number,
): Promise<void> {
  const ttl = ttlSeconds(now + keptMs);
  const chunks = Array.from({ length: chunkCount(lines.length) }, (_, chunk) => chunk);
  await Promise.all(
    chunks.map((chunk) => {
      const part = lines.slice(chunk * linesPerChunk, (chunk + 1) * linesPerChunk);
      return store.put(BatchLinesEntity, { organizationId, batchId, chunk, lines: deflated(part), ttl });
    }),
  );
}

/**
 * Reads all lines of a batch.
 * @throws LinesDiffer
 */
export async function readLines(store: Pick<Store, 'getMany'>, batch: Stored): Promise<readonly PayoutRequest[]> {
  const chunks = Array.from({ length: chunkCount(batch.itemCount) }, (_, chunk) => chunk);
  const lines = await readChunks(store, batch, chunks);
  if (lines.length !== batch.itemCount || hashLines(lines) !== batch.linesHash) throw new LinesDiffer(batch);
  return lines;
}

/** The reads of a range of lines. The batch may have fewer. */
export function linesRefs(
  { organizationId, batchId }: Pick<Batch, 'organizationId' | 'batchId'>,
  from: number,
  to: number,
): Readonly<Record<string, ItemRef<typeof BatchLinesEntity>>> {
  const [first, end] = [Math.floor(from / linesPerChunk), chunkCount(Math.min(to, maxItems))];
  const chunks = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  return Object.fromEntries(
    chunks.map((chunk) => [`lines${chunk}`, refTo(BatchLinesEntity, { organizationId, batchId, chunk })]),
  );
}

/**
 * The lines that were found, by index.
 * @param chunks undefined for chunks that are no longer stored
 * @throws LinesDiffer for lines that cannot be read
 */
export function linesIn(
  batch: Pick<Batch, 'batchId'>,
  chunks: readonly (FormattedItem<typeof BatchLinesEntity> | undefined)[],
): ReadonlyMap<number, PayoutRequest> {
  return new Map(
    chunks.flatMap((found) => {
      if (!found) return [];
      const { chunk, lines } = found;
      return inflated(batch, lines).map((line, offset) => [chunk * linesPerChunk + offset, line] as const);
    }),
  );
}

async function readChunks(
  store: Pick<Store, 'getMany'>,
  batch: Stored,
  chunks: readonly number[],
): Promise<PayoutRequest[]> {
  const { organizationId, batchId } = batch;
  const keys = chunks.map((chunk) => ({ organizationId, batchId, chunk }));
  const found = await store.getMany(BatchLinesEntity, keys);
  return found.flatMap(({ lines }) => inflated(batch, lines));
}

function chunkCount(lines: number): number {
  return Math.ceil(lines / linesPerChunk);
}

function deflated(lines: readonly PayoutRequest[]): string {
  return deflateRawSync(JSON.stringify(lines)).toString('base64');
}

function inflated(batch: Pick<Batch, 'batchId'>, text: string): PayoutRequest[] {
  try {
    const bytes = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: mostChunkBytes });
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new LinesDiffer(batch, { cause: error });
  }
}
