import type { CanaryRuntime } from '../ports/runtime.ts';
import { apiPrefix } from './endpoint.ts';

/** Where the canary receives its webhooks. The API's description leaves the route out, because nobody else calls it. */
export const canaryWebhookPath = `${apiPrefix}/canary/webhooks`;

/** What starts a function of the canary: the time, or a request. */
export type CanaryTrigger =
  | { readonly type: 'schedule'; readonly everyMinutes: number }
  | { readonly type: 'route'; readonly routeKey: string };

/**
 * A function of the canary, which uses the service as a customer does. It is deployed where a stage has a canary, and
 * runs nowhere else.
 */
export interface CanaryFunction<Event = never, Result = unknown> {
  /** kebab-case; equals the file's name. */
  readonly name: string;
  readonly trigger: CanaryTrigger;
  readonly timeoutSeconds: number;
  readonly handle: (event: Event, runtime: CanaryRuntime) => Promise<Result>;
}

export function defineCanary<Event, Result>(canary: CanaryFunction<Event, Result>): CanaryFunction<Event, Result> {
  return canary;
}
