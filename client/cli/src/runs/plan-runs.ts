import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { linesPerRun, referenceSchema } from '../input/batch-schema.ts';
import { type Line, UsageError } from '../input/fault.ts';
import { faultOf } from '../input/schema.ts';

/** Lines of a file that are submitted as one batch. */
export interface PlannedRun {
  /** The batch's `externalReferenceId`. */
  readonly reference: string;
  readonly lines: readonly Line[];
}

export interface Plan {
  readonly runs: readonly PlannedRun[];
  /**
   * References that a longer or shorter file would have had: a batch with such a reference shows that the file has
   * changed since it was submitted.
   */
  readonly strays: readonly string[];
}

/** The service accepts a body of 2.5 MiB. The rest is reserved for everything around the lines. */
const bytesPerRun = 2.4 * 1024 * 1024;

/** Characters of a reference that are reserved for the number of a part. */
const roomForPart = 8;

/**
 * The default name of a file's batches: the name of the file. It does not depend on the content, so that a file that
 * was changed after it was submitted is refused, and not paid a second time.
 */
export function referenceOf(path: string): string {
  return basename(path);
}

/**
 * Divides lines into batches.
 * @throws UsageError
 */
export function planRuns(name: string, lines: readonly Line[], perRun: number = linesPerRun): Plan {
  const reference = readReference(name);
  const parts = partsOf(lines, perRun);
  if (parts.length <= 1) return { runs: [{ reference, lines }], strays: [partOf(reference, 1)] };
  const runs = parts.map((part, index) => ({ reference: partOf(reference, index + 1), lines: part }));
  return { runs, strays: [reference, partOf(reference, runs.length + 1)] };
}

/** Puts as many lines into each part as a batch, and the body that carries it, can have. */
function partsOf(lines: readonly Line[], perRun: number): Line[][] {
  const parts: Line[][] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(JSON.stringify(line.item)) + 1;
    const part = parts.at(-1);
    if (part && part.length < perRun && bytes + size <= bytesPerRun) {
      part.push(line);
      bytes += size;
    } else {
      parts.push([line]);
      bytes = size;
    }
  }
  return parts;
}

/** The reference of a part of a file, starting from 1. */
export function partOf(reference: string, part: number): string {
  return `${reference}/${part}`;
}

function readReference(name: string): string {
  const reference = name.trim();
  const schema = { ...referenceSchema, maxLength: (referenceSchema.maxLength ?? 0) - roomForPart };
  const fault = faultOf(schema, reference);
  if (fault !== undefined)
    throw new UsageError(`The reference ${JSON.stringify(name)} ${fault}; give --reference NAME.`);
  return reference;
}

/**
 * The idempotency key of a batch: the same for the same command, and a different one for anything else. The part is in
 * the reference.
 */
export function idempotencyKeyOf(body: {
  readonly externalReferenceId: string;
  readonly items: readonly unknown[];
  readonly autoCommit: boolean;
}): string {
  return `sluice-batch:${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
}
