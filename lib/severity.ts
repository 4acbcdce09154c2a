import type { DueKind } from '../shared/ports/due-kinds.ts';

/**
 * How soon someone must act on an alarm. `high` wakes someone: money may be wrong or stuck, an outcome is unknown, the
 * API is down. `low` is for the next working day.
 */
export const severities = ['high', 'low'] as const;
export type Severity = (typeof severities)[number];

/** Stopped work is `high` if money waits for it. */
const ofKinds: Readonly<Record<DueKind, Severity>> = {
  rails: 'high',
  funding: 'high',
  flushes: 'high',
  vaults: 'high',
  approvals: 'high',
  batches: 'high',
  intents: 'high',
  checkout: 'high',
  'payout-links': 'high',
  endpoints: 'low',
  deliveries: 'low',
  mails: 'low',
};

export function severityOf(kind: DueKind): Severity {
  return ofKinds[kind];
}
