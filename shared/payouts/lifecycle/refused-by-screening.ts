import type { Recipient } from '../../corridors/recipients/recipient.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import type { RailStatus } from '../../ports/payout-rail.ts';

/**
 * How long after a recipient was blocked a send that started before may still reach the rail. A worker reads the
 * recipient, sends, and ends within its lease of half a minute; the rest is for a slow network. Milliseconds.
 */
export const lateSendMs = 5 * 60 * 1000;

/**
 * The status of a payout that its rail does not have, if its recipient has been blocked since: it fails, and its money
 * comes back (specification, Failure codes, `compliance_rejected`). At the first claim nobody can have sent it. Later a
 * send may be on its way, so the payout waits, and the rail is asked again.
 * @returns undefined if the payout may be sent
 */
export function refusedByScreening(
  { status, blockedAt = 0 }: Pick<Recipient, 'status' | 'blockedAt'>,
  { claims }: Pick<ClaimedWork, 'claims'>,
  now: number,
): RailStatus | undefined {
  if (status !== 'blocked') return undefined;
  const waitMs = claims === 1 ? 0 : blockedAt + lateSendMs - now;
  if (waitMs > 0) return { status: 'pending', recheckInMs: waitMs };
  return { status: 'failed', failureCode: 'compliance_rejected', fundsReturned: true };
}
