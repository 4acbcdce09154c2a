import { ServiceError } from '../../../../ground/errors/service-error.ts';
import { replace } from '../../../../ground/table/writes.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import { replaceWork } from '../../../../journal/due/due-work.ts';
import type { Ending, IntentKind } from '../../../../journal/intents/intent-kind.ts';
import type { SessionCall } from '../../../../ports/card-acquirer.ts';
import { type Attempt, AttemptEntity, attemptRef, attemptWork } from '../../../attempts/attempt.ts';
import { closeAttempt, endOfAttempt } from './close-attempt.ts';

interface OpenedSession {
  readonly sessionId: string;
  readonly url: string;
}

interface OpenedPage {
  readonly status: 200;
  /** Where the buyer pays: an https address, or the path of another page. */
  readonly body: { readonly url: string };
}

/** Milliseconds between two checks of an open attempt. A paused link must close its card pages within a minute. */
export const lookAgainMs = 45_000;

/** Asks the acquirer for the card page of an attempt. */
export const sessionIntent: IntentKind<
  SessionCall,
  OpenedSession,
  OpenedPage,
  { readonly attempt: ReturnType<typeof attemptRef> }
> = {
  name: 'checkout-session',
  aside: true,
  processor(runtime, mode) {
    const acquirer = runtime.rails(mode)?.acquirer;
    if (!acquirer) throw noCardPage();
    return acquirer.sessions;
  },
  reads: ({ organizationId, call: { attemptId } }) => ({ attempt: attemptRef(organizationId, attemptId) }),
  settle({ attempt }, draft, { call: { attemptId } }, ending) {
    if (!attempt) throw new Error(`there is no attempt ${attemptId}`);
    const { status, givenUp } = attempt;
    if (ending.outcome === 'done' && status === 'opening' && !givenUp) return open(draft, attempt, ending.result);
    if (ending.outcome === 'refused' && status === 'opening') closeAttempt(draft, attempt);
    else settleGivenUp(draft, attempt, ending);
    return { refusal: noCardPage(), resourceId: attemptId };
  },
};

function open(draft: JournalDraft, attempt: Attempt, { sessionId, url }: OpenedSession) {
  draft.write(
    replace(AttemptEntity, { ...attempt, status: 'open', sessionId, url, updatedAt: draft.timestamp }),
    replaceWork(attemptWork(attempt), draft.now + lookAgainMs),
  );
  return { reply: { status: 200 as const, body: { url } }, resourceId: attempt.attemptId };
}

/**
 * If a card page is found after its attempt was given up, the attempt's work closes it. The page may have been paid.
 */
function settleGivenUp(draft: JournalDraft, attempt: Attempt, ending: Ending<OpenedSession>): void {
  const now = { ...attempt, updatedAt: draft.timestamp };
  if (ending.outcome === 'refused') {
    draft.write(replace(AttemptEntity, { ...now, ttl: endOfAttempt(draft) }));
    return;
  }
  const { sessionId } = ending.result;
  draft.write(
    replace(AttemptEntity, { ...now, status: 'open', sessionId }),
    replaceWork(attemptWork(attempt), draft.now),
  );
}

/** The error when no card page was opened. Nothing can be charged. */
export function noCardPage(): ServiceError {
  return new ServiceError('PROVIDER_REJECTED', 'there is no card page for this link');
}
