import { railOf } from '../../corridors/catalog/rail-named.ts';
import type { DueWork } from '../../journal/due/due-work.ts';
import type { Payout } from '../../payouts/payout/payout.ts';
import { contradicts, stepsBetween } from '../../payouts/payout/transitions.ts';
import type { NamedRecord, RailRecord } from '../../ports/payout-rail.ts';

/** What the table knows about a payment that a rail has on record. */
export interface Known {
  readonly payout: Payout | undefined;
  readonly work: DueWork | undefined;
}

/**
 * The result of comparing a payment. `agrees`: also if the worker will learn the rest from the rail. `lost`: the table
 * does not have it. `behind`: the rail knows more, and nothing is due that would ask it. `differs`: only a person can
 * decide what is right.
 */
export type Standing = { readonly as: 'agrees' | 'lost' } | { readonly as: 'behind' | 'differs'; readonly why: string };

export function compareRecord(record: NamedRecord, { payout, work }: Known): Standing {
  if (!payout) return { as: 'lost' };
  if (railOf(payout) !== record.rail) {
    return { as: 'differs', why: `the rail ${record.rail} has it, and the table has it on ${railOf(payout)}` };
  }
  // Money that arrived late is paid out at a later price, which the table has lost and the record has.
  const isAwaiting = payout.status === 'awaiting_funds';
  const amount = isAwaiting ? [] : (['destinationAmount'] as const);
  const fields = ['corridorId', ...amount, 'destinationCurrency'] as const;
  const other = fields.filter((field) => payout[field] !== record[field]);
  if (other.length > 0) {
    const shown = (of: Payout | RailRecord) => other.map((field) => `${field} ${of[field]}`).join(', ');
    return { as: 'differs', why: `the rail has ${shown(record)}, the table ${shown(payout)}` };
  }
  const { status } = record.news;
  // A payout that was sent had been funded, and a payout that awaits funds has nothing due at its rail.
  const known = isAwaiting ? 'pending' : payout.status;
  if (contradicts(known, status)) {
    return { as: 'differs', why: `the rail says ${status}, which cannot follow on ${payout.status}` };
  }
  const isBehind = isAwaiting || stepsBetween(known, status).length > 0;
  if (!isBehind || work?.dueAt !== undefined) return { as: 'agrees' };
  return { as: 'behind', why: `the rail says ${status}, the table ${payout.status}, and nothing is due for it` };
}
