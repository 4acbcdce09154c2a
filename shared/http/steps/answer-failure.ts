import { ChallengeIssued } from '../../contract/challenge-issued.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { Replay } from '../../journal/commit/replay.ts';
import { renderFailure } from '../pages/render-page.ts';
import { render } from '../render.ts';
import type { RequestState } from '../request-state.ts';
import type { Middleware, StepContext } from '../step.ts';
import { toServiceError } from '../to-service-error.ts';

/**
 * Turns whatever ended a request early into its answer. Registered first, so that it runs after the other failure
 * steps.
 */
export function answerFailure(context: StepContext): Middleware {
  return {
    onError: async (request) => {
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
  const known = toServiceError(error);
  if (known && known.type !== 'INTERNAL') return renderFailure(state, known, context);
  // The caller learns only the request id; what happened is in the log under it.
  context.runtime.log.error('unexpected failure', {
    error: error as Error,
    requestId: state.requestId,
    operation: context.endpoint.operation,
  });
  return renderFailure(state, known ?? new ServiceError('INTERNAL', 'something went wrong on our side'), context);
}
