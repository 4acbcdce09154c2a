import type { DueWork } from '../../journal/due/due-work.ts';
import { type BalanceTransaction, rowPosition } from '../../journal/rows/balance-transaction.ts';
import type { Event } from '../../journal/rows/event.ts';
import type { Payout } from '../../payouts/payout/payout.ts';
import { isTerminal } from '../../payouts/payout/transitions.ts';

/** What was found of what payouts name. */
export interface Records {
  readonly rows: readonly BalanceTransaction[];
  readonly events: readonly Event[];
  readonly due: readonly DueWork[];
}

/** A worker lets go of its work after the commit that ended the payout; one that died, when its lease has ended. */
const lateMs = 15 * 60 * 1000;

/** What a payout names and is not there, or not its own; and work that is left behind or missing. */
export function payoutFindings(payout: Payout, { rows, events, due }: Records, now: number): string[] {
  const { payoutId, ledgerPositions, eventSequences } = payout;
  const own = <Found extends { readonly payoutId?: string | undefined }>(name: string, found: Found | undefined) => {
    if (!found) return [`${payoutId} names ${name}, which does not exist`];
    return found.payoutId === payoutId ? [] : [`${payoutId} names ${name}, which is of ${found.payoutId ?? 'none'}`];
  };
  return [
    ...ledgerPositions.flatMap((position) =>
      own(
        `ledger row ${position}`,
        rows.find((row) => rowPosition(row) === position),
      ),
    ),
    ...eventSequences.flatMap((sequence) =>
      own(
        `event ${sequence}`,
        events.find((event) => event.sequence === sequence),
      ),
    ),
    ...workFindings(
      payout,
      due.find(({ resourceId }) => resourceId === payoutId),
      now,
    ),
  ];
}

function workFindings({ payoutId, status, requiresFunding }: Payout, work: DueWork | undefined, now: number): string[] {
  if (isTerminal(status)) {
    const isLeft = work && (work.dueAt === undefined || work.dueAt < now - lateMs);
    return isLeft ? [`${payoutId} is ${status}, and work is left for it`] : [];
  }
  const waitsForRail = status !== 'completed' && !requiresFunding;
  return waitsForRail && !work ? [`${payoutId} is ${status}, and nothing is due for it`] : [];
}

/** Rows and events that name a payout which does not name them, or does not exist. */
export function strangers(found: Pick<Records, 'rows' | 'events'>, payouts: readonly Payout[]): string[] {
  const byId = new Map(payouts.map((payout) => [payout.payoutId, payout]));
  const rows = found.rows.filter(
    ({ payoutId, ...row }) => payoutId && !byId.get(payoutId)?.ledgerPositions.includes(rowPosition(row)),
  );
  const events = found.events.filter(
    ({ payoutId, sequence }) => payoutId && !byId.get(payoutId)?.eventSequences.includes(sequence),
  );
  return [
    ...rows.map(({ sequence, payoutId }) => `ledger row ${sequence} is of ${payoutId}, which does not name it`),
    ...events.map(({ sequence, payoutId }) => `event ${sequence} is of ${payoutId}, which does not name it`),
  ];
}
