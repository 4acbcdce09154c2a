import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ChallengeIssued } from '../../contract/challenge-issued.ts';
import type { ServiceError } from '../../ground/errors/service-error.ts';
import { Replay } from '../../journal/commit/replay.ts';
import { explainIds } from '../advice/explain-ids.ts';
import { render } from '../render.ts';
import type { RequestState } from '../request-state.ts';
import type { Middleware } from '../step.ts';
import { internalError, toServiceError } from '../to-service-error.ts';

type RenderFailure = (state: RequestState, error: ServiceError) => APIGatewayProxyStructuredResultV2;

/**
 * Turns the error that ended a request early into its response. Registered first, so that it runs after the other
 * failure steps.
 */
export function answerFailure(renderFailure: RenderFailure): Middleware {
  return {
    onError: async (request) => {
      request.event.failure = request.error;
      request.response = answerTo(request.event, request.error, renderFailure);
    },
  };
}

function answerTo(state: RequestState, error: unknown, renderFailure: RenderFailure) {
  if (error instanceof Replay) {
    const { status, body } = error.response;
    return render(state, { status, body, headers: { 'idempotency-replayed': 'true' } });
  }
  if (error instanceof ChallengeIssued) {
    const body = JSON.stringify({ type: 'SIGNATURE_CHALLENGE', ...error.challenge });
    return render(state, { status: 202, body });
  }
  return renderFailure(state, explainIds(state, toServiceError(error) ?? internalError()));
}
