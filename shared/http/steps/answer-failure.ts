import { ChallengeIssued } from '../../contract/challenge-issued.ts';
import { Replay } from '../../journal/commit/replay.ts';
import { renderFailure } from '../pages/render-page.ts';
import { render } from '../render.ts';
import type { RequestState } from '../request-state.ts';
import type { Middleware, StepContext } from '../step.ts';
import { internalError, toServiceError } from '../to-service-error.ts';

/**
 * Turns whatever ended a request early into its answer. Registered first, so that it runs after the other failure
 * steps.
 */
export function answerFailure(context: StepContext): Middleware {
  return {
    onError: async (request) => {
      request.event.failure = request.error;
      request.response = answerTo(request.event, request.error, context);
    },
  };
}

function answerTo(state: RequestState, error: unknown, context: StepContext) {
  if (error instanceof Replay) {
    const { status, body } = error.response;
    return render(state, { status, body, headers: { 'idempotency-replayed': 'true' } });
  }
  if (error instanceof ChallengeIssued) {
    const body = JSON.stringify({ type: 'SIGNATURE_CHALLENGE', ...error.challenge });
    return render(state, { status: 202, body });
  }
  return renderFailure(state, toServiceError(error) ?? internalError(), context);
}
