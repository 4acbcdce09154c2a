import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { linesPerRun, referenceSchema } from '../input/batch-schema.ts';
import { type Line, UsageError } from '../input/fault.ts';
import { faultOf } from '../input/schema.ts';

/** Some of the lines of a file, submitted as one batch. */
export interface PlannedRun {
  /** Its `externalReferenceId`. */
  readonly reference: string;
  readonly lines: readonly Line[];
}

export interface Plan {
  readonly runs: readonly PlannedRun[];
  /**
   * References that a longer or shorter file would have had: a run of that name says that the file has changed since
   * it was submitted.
   */
  readonly strays: readonly string[];
}

/** Characters left of a reference for the number of a part. */
const roomForPart = 8;

/**
 * The name of a file's runs where none is given: the file's own. It does not depend on the content, so that a file that
 * was changed after it was submitted is refused, and not paid a second time.
 */
export function referenceOf(path: string): string {
  return basename(path);
}

/**
 * Divides lines into runs.
 * @throws UsageError
 */
export function planRuns(name: string, lines: readonly Line[], perRun: number = linesPerRun): Plan {
  const reference = readReference(name);
  const count = Math.ceil(lines.length / perRun);
  if (count <= 1) return { runs: [{ reference, lines }], strays: [partOf(reference, 1)] };
  const runs = Array.from({ length: count }, (_, part) => ({
    reference: partOf(reference, part + 1),
    lines: lines.slice(part * perRun, (part + 1) * perRun),
  }));
  return { runs, strays: [reference, partOf(reference, count + 1)] };
}

/** The reference of a part of a file, from 1. */
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
 * The idempotency key of a run: the same for the same command, another one for anything else. The part is in the
 * reference.
 */
export function idempotencyKeyOf(body: {
  readonly externalReferenceId: string;
  readonly items: readonly unknown[];
  readonly autoCommit: boolean;
}): string {
  return `sluice-batch:${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
}
