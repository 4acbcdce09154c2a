import type { Batch } from '../batch/batch.ts';

/** A deployment has ended by then, so someone must bring the later release back. */
const tooLongMs = 60 * 60 * 1000;

/** Whether lines of a batch have waited too long for a later release that understands them (docs/adr/0028). */
export function waitsTooLong({ unknownSince }: Pick<Batch, 'unknownSince'>, now: number): boolean {
  return unknownSince !== undefined && now - unknownSince >= tooLongMs;
}
