import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { settling } from '../ground/time/time-left.ts';
import type { EdgeRuntime } from '../ports/runtime.ts';
import type { RequestState } from './request-state.ts';

/** The values that every step may use. */
export interface StepContext {
  readonly endpoint: AnyEndpoint;
  readonly runtime: EdgeRuntime;
}

export type Middleware = MiddlewareObj<RequestState, APIGatewayProxyStructuredResultV2>;

/** One step of the stack before the handler. It adds to the state or throws. */
export type Step = (state: RequestState, context: StepContext) => void | Promise<void>;

export function before(step: Step, context: StepContext): Middleware {
  return {
    before: async ({ event }) => {
      await step(event, context);
    },
  };
}

/**
 * One step after a failure. The step that is registered last runs first. It must not throw, because that would hide the
 * failure.
 */
export type FailureStep = (state: RequestState, error: unknown, context: StepContext) => Promise<void>;

export function onFailure(step: FailureStep, context: StepContext): Middleware {
  return {
    onError: async ({ event, error }) => {
      await settling(() => step(event, error, context)).catch((fault: Error) => {
        context.runtime.log.error('a step after a failure failed', { error: fault, requestId: event.requestId });
      });
    },
  };
}
