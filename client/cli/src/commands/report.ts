import type { PayoutBatch } from '../../../src/index.ts';
import { printable } from '../output/printable.ts';
import { showRun } from '../output/show-run.ts';
import { type FollowedRun, isMoving } from '../runs/follow-runs.ts';
import { exitCodes, type World } from '../world.ts';

/** Tells how runs stand, and what is left to do. */
export function report(
  { print, note }: World,
  runs: readonly FollowedRun[],
  { out, isJson }: { readonly out?: string | undefined; readonly isJson: boolean },
): void {
  const batches = runs.map(({ batch }) => batch);
  if (isJson) print(`${JSON.stringify({ runs: batches, ...(out && { results: out }) })}\n`);
  else for (const batch of batches) print(`${printable(showRun(batch))}\n`);
  for (const advice of new Set(runs.flatMap(adviceOf))) note(`${advice}\n`);
  if (out) note(`What became of each line: ${out}\n`);
}

function adviceOf({ batch, stopped }: FollowedRun): string[] {
  const { status, counts, approvalId, externalReferenceId } = batch;
  if (stopped) return [`${externalReferenceId}: ${stopped.message}`];
  if (status === 'awaiting_confirmation' && approvalId) {
    return [
      `${externalReferenceId} waits for the votes on approval ${approvalId}. Run the same command again to follow it; with ` +
        '--confirm it asks anew where the approval ended without being executed.',
    ];
  }
  if (status === 'awaiting_confirmation') {
    const refused = counts.invalid > 0 ? `; its ${counts.invalid} invalid lines stay refused` : '';
    return [
      `${externalReferenceId} waits: sluice batch submit with --confirm pays its ${counts.valid} valid lines${refused}.`,
    ];
  }
  if (counts.created > 0)
    return ['Created payouts are on their way; whether money has arrived, orders and events tell.'];
  return [];
}

/** @returns one of `exitCodes` */
export function exitCodeOf(batches: readonly PayoutBatch[]): number {
  if (batches.some((batch) => isMoving(batch) || batch.status === 'awaiting_confirmation')) return exitCodes.waiting;
  return batches.every(({ counts, itemCount }) => counts.created === itemCount) ? exitCodes.done : exitCodes.incomplete;
}
