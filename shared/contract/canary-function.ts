import type { Capability, Runtime, WholeRuntime } from '../ports/runtime.ts';
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
  /** What the function uses besides the table. Its grants, its environment and the ports of its runtime follow. */
  readonly uses: readonly Capability[];
  readonly handle: (event: Event, runtime: WholeRuntime) => Promise<Result>;
}

/** A function as it is declared: its runtime has the ports that it uses, and no other. */
interface DeclaredCanary<Event, Result, Used extends Capability>
  extends Omit<CanaryFunction<Event, Result>, 'uses' | 'handle'> {
  readonly uses: readonly Used[];
  readonly handle: (event: Event, runtime: Runtime<Used>) => Promise<Result>;
}

export function defineCanary<Event, Result, Used extends Capability>(
  canary: DeclaredCanary<Event, Result, Used>,
): CanaryFunction<Event, Result> {
  // A runtime with every port has those that the function uses; of a list not yet known the compiler cannot tell.
  return canary as unknown as CanaryFunction<Event, Result>;
}
