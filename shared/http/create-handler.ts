import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Call } from '../contract/call.ts';
import type { PageCall } from '../contract/define-page.ts';
import type { AnyEndpoint, PageReply, Reply } from '../contract/endpoint.ts';
import { metering } from '../ground/table/calls/meter.ts';
import { claimOf } from '../journal/commit/execution.ts';
import type { Runtime } from '../ports/runtime.ts';
import { openRequestState } from './open-request-state.ts';
import { cookieIn } from './pages/cookie.ts';
import { countSubmission } from './pages/count-submission.ts';
import { openPage } from './pages/open-page.ts';
import { parseForm } from './pages/parse-form.ts';
import { refuseForeignForm } from './pages/refuse-foreign-form.ts';
import { renderPage } from './pages/render-page.ts';
import { render } from './render.ts';
import { logRequest } from './request-line.ts';
import type { RequestState } from './request-state.ts';
import { before, onFailure, type Step, type StepContext } from './step.ts';
import { answerFailure } from './steps/answer-failure.ts';
import { authorize } from './steps/authorize.ts';
import { auditRefusal, beginAudit } from './steps/begin-audit.ts';
import { beginExecution } from './steps/begin-execution.ts';
import { checkOrigin } from './steps/check-origin.ts';
import { checkShape } from './steps/check-shape.ts';
import { consumeNonceAndCount } from './steps/consume-nonce-and-count.ts';
import { identifyCaller } from './steps/identify-caller.ts';
import { parseJson } from './steps/parse-json.ts';
import { parseRequest } from './steps/parse-request.ts';
import { releaseClaim } from './steps/release-claim.ts';
import { verifySignature } from './steps/verify-signature.ts';

export type HttpHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * The one middleware stack around every endpoint. The declaration of the endpoint decides which steps apply. Every
 * request leaves one line in the log, however it ends.
 */
export function createHandler(endpoint: AnyEndpoint, runtime: Runtime): HttpHandler {
  const context: StepContext = { endpoint, runtime };
  const stack = middy<RequestState, APIGatewayProxyStructuredResultV2>()
    .use(answerFailure(context))
    .use(onFailure(releaseClaim, context))
    .use(onFailure(auditRefusal, context))
    .use(stepsOf(endpoint).map((step) => before(step, context)))
    .handler(async (state) => {
      const answer = endpoint.handle(callOf(state, context) as never);
      const reply = await answer.catch((error) => rethrowAfterClaim(state, error));
      return endpoint.page ? renderPage(state, reply as PageReply, context) : renderJson(state, reply as Reply);
    });
  return (event) =>
    metering(async (use) => {
      const state = openRequestState(event, runtime);
      const answer = await stack(state, {} as Context);
      logRequest(state, answer, use, context);
      return answer;
    });
}

function stepsOf({ page, callers }: AnyEndpoint): readonly Step[] {
  if (page) return [checkOrigin, checkShape, refuseForeignForm, openPage, countSubmission, parseForm, parseRequest];
  const authentication = callers.includes('public')
    ? []
    : [identifyCaller, verifySignature, beginAudit, consumeNonceAndCount, authorize];
  return [checkOrigin, checkShape, ...authentication, parseJson, parseRequest, beginExecution];
}

function renderJson(state: RequestState, { status, body, headers }: Reply): APIGatewayProxyStructuredResultV2 {
  return render(state, { status, body: JSON.stringify(body), headers });
}

/**
 * The claim of the idempotency key runs beside the handler's reads. When these refuse, a replay or a conflict of the
 * key comes first.
 * @throws Replay or the error of the claim, else the given error
 */
async function rethrowAfterClaim({ execution }: RequestState, error: unknown): Promise<never> {
  await claimOf(execution);
  throw error;
}

function callOf(state: RequestState, { endpoint, runtime }: StepContext): Call | PageCall {
  const { parameters, query, body, requestId, execution } = state;
  const request = { parameters, query, body, requestId, runtime, execution };
  if (endpoint.page) {
    const { page, sourceAddress } = state;
    const cookie = cookieIn(state, endpoint.page.cookie, runtime);
    return { ...request, organization: known(state.organization), resource: page?.resource, cookie, sourceAddress };
  }
  return {
    ...request,
    get organization() {
      return known(state.organization);
    },
    get caller() {
      return known(state.caller);
    },
  };
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an endpoint that anybody may call has no caller');
  return value;
}
