import type { Batch } from '../batch/batch.ts';

/** A deployment is over by then, so somebody has to bring the later release back. */
const tooLongMs = 60 * 60 * 1000;

/** Whether lines of a run have met for too long what only a later release knows (docs/adr/0028). */
export function waitsTooLong({ unknownSince }: Pick<Batch, 'unknownSince'>, now: number): boolean {
  return unknownSince !== undefined && now - unknownSince >= tooLongMs;
}
