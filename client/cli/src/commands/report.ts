import type { PayoutBatch } from '../../../src/index.ts';
import { showSums } from '../input/sums.ts';
import { printable, printableJson } from '../output/printable.ts';
import { showRun } from '../output/show-run.ts';
import { type FollowedRun, isMoving } from '../runs/follow-runs.ts';
import { exitCodes, type World } from '../world.ts';

export interface ReportTerms {
  /** The path of the results file. */
  readonly out?: string | undefined;
  readonly isJson: boolean;
  /** Ids of the batches that an earlier command sent; absent if this command sends none. */
  readonly earlier?: ReadonlySet<string> | undefined;
}

/** Prints the state of batches, and what remains to be done. */
export function report(
  { print, note }: World,
  runs: readonly FollowedRun[],
  { out, isJson, earlier }: ReportTerms,
): void {
  const batches = runs.map(({ batch }) => batch);
  const sentNow = earlier && batches.filter(({ batchId }) => !earlier.has(batchId)).length;
  if (isJson) print(`${printableJson({ runs: batches, ...(earlier && { sentNow }), ...(out && { results: out }) })}\n`);
  else for (const batch of batches) print(`${printable(showRun(batch, earlier?.has(batch.batchId)))}\n`);
  for (const advice of new Set(runs.flatMap(adviceOf))) note(`${advice}\n`);
  if (out) note(`Results of each line: ${out}\n`);
}

function adviceOf({ batch, stopped }: FollowedRun): string[] {
  const { status, counts, totals, approvalId, externalReferenceId } = batch;
  if (stopped) return [`${externalReferenceId}: ${stopped.message}`];
  if (status === 'awaiting_confirmation' && approvalId) {
    return [
      `${externalReferenceId} is waiting for votes on approval ${approvalId}. Run the same command again to follow ` +
        'it. If the approval ended without being executed, --confirm requests a new one.',
    ];
  }
  if (status === 'awaiting_confirmation' && counts.valid === 0) {
    return [
      `${externalReferenceId} has no valid lines; cancel it with: sluice batch cancel ${batch.batchId}. The results explain what is wrong with each line.`,
    ];
  }
  if (status === 'awaiting_confirmation') {
    const refused = counts.invalid > 0 ? `; its ${counts.invalid} invalid lines stay refused` : '';
    return [
      `${externalReferenceId} is waiting: sluice batch submit with --confirm pays its ${counts.valid} valid lines${refused}. ` +
        `The valid lines ask for ${showSums(totals.requested)}.`,
    ];
  }
  if (totals.selfFunded)
    return [
      'You fund the created payouts yourself. sluice batch results shows how much to send where, in the columns that start with funding.',
    ];
  if (counts.created > 0)
    return ['The created payouts are on their way. Orders and events show when the money has arrived.'];
  return [];
}

/** @returns one of `exitCodes` */
export function exitCodeOf(batches: readonly PayoutBatch[]): number {
  if (batches.some((batch) => isMoving(batch) || batch.status === 'awaiting_confirmation')) return exitCodes.waiting;
  return batches.every(({ counts, itemCount }) => counts.created === itemCount) ? exitCodes.done : exitCodes.incomplete;
}
