import type { Call } from '../contract/call.ts';
import type { AnyEndpoint, Reply } from '../contract/endpoint.ts';
import type { Stack } from './handle-with.ts';
import { render, renderError } from './render.ts';
import type { RequestState } from './request-state.ts';
import type { Step, StepContext } from './step.ts';
import { authorize } from './steps/authorize.ts';
import { beginAudit } from './steps/begin-audit.ts';
import { beginExecution } from './steps/begin-execution.ts';
import { checkOrigin } from './steps/check-origin.ts';
import { checkShape } from './steps/check-shape.ts';
import { consumeNonceAndCount } from './steps/consume-nonce-and-count.ts';
import { identifyCaller } from './steps/identify-caller.ts';
import { parseJson } from './steps/parse-json.ts';
import { parseRequest } from './steps/parse-request.ts';
import { verifySignature } from './steps/verify-signature.ts';

/** The middleware stack around the endpoints of the API. */
export const apiStack: Stack = {
  stepsOf,
  callOf,
  render: renderReply,
  renderFailure: (state, error) => renderError(state, error),
};

function renderReply(state: RequestState, { status, body, headers }: Reply, { endpoint }: StepContext) {
  const contentType = endpoint.responses[status]?.contentType;
  if (!contentType) return render(state, { status, body: JSON.stringify(body), headers });
  const saved = { 'content-type': `${contentType}; charset=utf-8`, 'content-disposition': 'attachment' };
  return render(state, { status, body: String(body), headers: { ...saved, ...headers } });
}

function stepsOf({ callers }: AnyEndpoint): readonly Step[] {
  const authentication = callers.includes('public')
    ? []
    : [identifyCaller, verifySignature, beginAudit, consumeNonceAndCount, authorize];
  return [checkOrigin, checkShape, ...authentication, parseJson, parseRequest, beginExecution];
}

function callOf(
  { parameters, query, body, requestId, execution, organization, caller }: RequestState,
  { runtime }: StepContext,
): Call {
  return {
    parameters,
    query,
    body,
    requestId,
    runtime,
    execution,
    get organization() {
      return known(organization);
    },
    get caller() {
      return known(caller);
    },
  };
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an endpoint that anybody may call has no caller');
  return value;
}
