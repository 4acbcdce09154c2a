import { removeAt, replace } from '../../../../ground/table/writes.ts';
import { ttlSeconds } from '../../../../ground/time/clock.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import { cancelWork } from '../../../../journal/due/due-work.ts';
import { type Attempt, AttemptEntity, attemptWork, keptMs, openAttemptRef } from '../../../attempts/attempt.ts';
import { countOpen } from '../../../attempts/attempt-counts.ts';
import { movePlaces } from '../../../links/places.ts';

/** Ends an attempt. Its browser can start another one, and the acquirer is no longer asked about it. */
export function endAttempt(draft: JournalDraft, attempt: Attempt, status: 'complete' | 'closed'): void {
  end(draft, attempt, { status, ttl: endOfAttempt(draft) });
}

/** Returns when the row of an attempt that ends now expires, in seconds. */
export function endOfAttempt({ now }: Pick<JournalDraft, 'now'>): number {
  return ttlSeconds(now + keptMs);
}

function end(draft: JournalDraft, attempt: Attempt, how: Pick<Attempt, 'status' | 'ttl' | 'givenUp'>): void {
  const { network: _, ...kept } = attempt;
  const ended = { ...kept, ...how, holdsPlace: false, updatedAt: draft.timestamp };
  draft.write(replace(AttemptEntity, ended), cancelWork(attemptWork(attempt)));
  countOpen(draft, attempt, -1);
  const wanted = openAttemptRef(attempt);
  const open = draft.lookUp(wanted);
  if (open?.attemptId === attempt.attemptId) draft.write(removeAt(wanted, open));
}

/** Ends an unpaid attempt and gives its place back. */
export function closeAttempt(draft: JournalDraft, attempt: Attempt): void {
  endAttempt(draft, attempt, 'closed');
  giveBackPlace(draft, attempt);
}

/**
 * Ends an attempt whose time is over although the acquirer has not reported whether there is a card page. Its place is
 * free for other buyers. The row stays until the acquirer has answered.
 */
export function giveUpAttempt(draft: JournalDraft, attempt: Attempt): void {
  end(draft, attempt, { status: 'closed', givenUp: true });
  giveBackPlace(draft, attempt);
}

/** The attempt is written at the version that was read and without its place, so the place is given back only once. */
function giveBackPlace(draft: JournalDraft, attempt: Attempt): void {
  if (attempt.holdsPlace) draft.write(movePlaces(attempt, -1));
}
