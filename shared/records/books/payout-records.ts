import type { DueWork } from '../../journal/due/due-work.ts';
import { type BalanceTransaction, rowPosition } from '../../journal/rows/balance-transaction.ts';
import type { Event } from '../../journal/rows/event.ts';
import type { Payout } from '../../payouts/payout/payout.ts';
import { isTerminal, payoutStatuses, shownStatus } from '../../payouts/payout/transitions.ts';

/** The records found for payouts. */
export interface Records {
  readonly rows: readonly BalanceTransaction[];
  readonly events: readonly Event[];
  readonly due: readonly DueWork[];
}

/**
 * How long the work of an ended payout can be overdue. A worker ends its claim after the commit that ended the payout;
 * if the worker died, the work is due again when its lease ends.
 */
const lateMs = 15 * 60 * 1000;

/**
 * Findings about a payout: named records that do not exist or belong to another payout, and work that is left over or
 * missing.
 */
export function payoutFindings(payout: Payout, { rows, events, due }: Records, now: number): string[] {
  const { payoutId, ledgerPositions, eventSequences } = payout;
  const check = <Found extends { readonly payoutId?: string | undefined }>(name: string, found: Found | undefined) => {
    if (!found) return [`${payoutId} names ${name}, which does not exist`];
    return found.payoutId === payoutId ? [] : [`${payoutId} names ${name}, which is of ${found.payoutId ?? 'none'}`];
  };
  return [
    ...debitFindings(payout, rows),
    ...ledgerPositions.flatMap((position) =>
      check(
        `ledger row ${position}`,
        rows.find((row) => rowPosition(row) === position),
      ),
    ),
    ...eventSequences.flatMap((sequence) =>
      check(
        `event ${sequence}`,
        events.find((event) => event.sequence === sequence),
      ),
    ),
    ...toldFindings(payout, events),
    ...workFindings(
      payout,
      due.find(({ resourceId }) => resourceId === payoutId),
      now,
    ),
  ];
}

/** The last event of a payout must match its status. */
function toldFindings({ payoutId, status, eventSequences }: Payout, events: Records['events']): string[] {
  const own = events.filter(({ type, sequence }) => type.startsWith('payout.') && eventSequences.includes(sequence));
  const last = own.reduce<Event | undefined>((a, b) => (a && a.sequence > b.sequence ? a : b), undefined);
  if (last?.type === `payout.${shownStatus(status)}`) return [];
  return [
    `${payoutId} is ${status}, and ${last ? `its last event, ${last.sequence}, is ${last.type}` : 'no event says so'}`,
  ];
}

/** The debit must equal the payout's amount, whatever else was posted since. */
function debitFindings({ payoutId, sourceAmount, fee }: Payout, rows: Records['rows']): string[] {
  return rows
    .filter((row) => row.payoutId === payoutId && row.type === 'payout')
    .filter((row) => row.amount !== -sourceAmount || (row.fee ?? fee) !== fee)
    .map(
      ({ sequence }) => `${payoutId} costs ${sourceAmount}, ${fee} of it fees; ledger row ${sequence} says otherwise`,
    );
}

function workFindings({ payoutId, status }: Payout, work: DueWork | undefined, now: number): string[] {
  // Only a release that knows the status can say what must be due.
  if (!payoutStatuses.includes(status)) return [];
  if (isTerminal(status)) {
    const isLeftOver = work && (work.dueAt === undefined || work.dueAt < now - lateMs);
    return isLeftOver ? [`${payoutId} is ${status}, and work is left for it`] : [];
  }
  const waitsForRail = status !== 'completed' && status !== 'awaiting_funds';
  return waitsForRail && !work ? [`${payoutId} is ${status}, and nothing is due for it`] : [];
}

/** Findings about rows and events whose payout does not exist or does not name them. */
export function orphanFindings(found: Pick<Records, 'rows' | 'events'>, payouts: readonly Payout[]): string[] {
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
