import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import type { ServiceError } from '../ground/errors/service-error.ts';
import { observing } from '../ground/table/calls/observing.ts';
import { claimOf } from '../journal/commit/execution.ts';
import type { EdgeRuntime } from '../ports/runtime.ts';
import { newRequestState } from './new-request-state.ts';
import { logRequest } from './request-line.ts';
import type { RequestState } from './request-state.ts';
import { before, onFailure, type Step, type StepContext } from './step.ts';
import { answerFailure } from './steps/answer-failure.ts';
import { auditRefusal } from './steps/begin-audit.ts';
import { releaseClaim } from './steps/release-claim.ts';

export type HttpHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

type Result = APIGatewayProxyStructuredResultV2;

/**
 * The differences between API endpoints and pages. They are separate, so that the bundle of a function contains only
 * what it uses.
 */
export interface Stack {
  /** Returns the steps in order. The declaration of the endpoint determines which steps apply. */
  readonly stepsOf: (endpoint: AnyEndpoint) => readonly Step[];
  /** Returns the request as the endpoint's handler sees it. */
  readonly callOf: (state: RequestState, context: StepContext) => object;
  /** @param reply the reply of the endpoint's handler */
  readonly render: (state: RequestState, reply: never, context: StepContext) => Result;
  readonly renderFailure: (state: RequestState, error: ServiceError, context: StepContext) => Result;
}

/**
 * Creates the single middleware stack around every endpoint. Every request leaves one line in the log, however it ends.
 */
export function handleWith(stack: Stack, endpoint: AnyEndpoint, runtime: EdgeRuntime): HttpHandler {
  const context: StepContext = { endpoint, runtime };
  const handle = middy<RequestState, Result>()
    .use(answerFailure((state, error) => stack.renderFailure(state, error, context)))
    .use(onFailure(releaseClaim, context))
    .use(onFailure(auditRefusal, context))
    .use(stack.stepsOf(endpoint).map((step) => before(step, context)))
    .handler(async (state) => {
      const answer = endpoint.handle(stack.callOf(state, context) as never);
      const reply = await answer.catch((error) => rethrowAfterClaim(state, error));
      return stack.render(state, reply as never, context);
    });
  return (event) =>
    observing(async (observed) => {
      const state = newRequestState(event, runtime);
      const answer = await handle(state, {} as Context);
      logRequest(state, answer, observed, context);
      return answer;
    });
}

/**
 * Throws an error after the claim of the idempotency key has ended. The claim runs concurrently with the handler's
 * reads. If these refuse, a replay or a conflict of the key takes precedence.
 * @throws Replay or the error of the claim, otherwise the given error
 */
async function rethrowAfterClaim({ execution }: RequestState, error: unknown): Promise<never> {
  await claimOf(execution);
  throw error;
}
