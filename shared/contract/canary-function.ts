import type { Capability, Runtime } from '../ports/runtime.ts';
import { apiPrefix } from './endpoint.ts';
import type { Declared, Worker } from './worker.ts';

/** Where the canary receives its webhooks. The API description omits the route, because nobody else calls it. */
export const canaryWebhookPath = `${apiPrefix}/canary/webhooks`;

/** What starts a function of the canary: a schedule, or a request. */
export type CanaryTrigger =
  | { readonly type: 'schedule'; readonly everyMinutes: number }
  | { readonly type: 'route'; readonly routeKey: string };

/** A function of the canary, which uses the service like a customer. Deployed only on stages that have a canary. */
export interface CanaryFunction<Event = never, Result = unknown> extends Omit<Worker<Event, Result>, 'trigger'> {
  readonly trigger: CanaryTrigger;
}

export function defineCanary<Event, Result, Used extends Capability>(
  canary: Declared<CanaryFunction, Event, Result, Used, Runtime<Used>>,
): CanaryFunction<Event, Result> {
  // A runtime with every port has those that the function uses. The compiler cannot prove this for a list that is still
  // generic.
  return canary as unknown as CanaryFunction<Event, Result>;
}
