import type { CanaryFunction } from '../contract/canary-function.ts';
import { runWorker } from '../contract/run-worker.ts';
import type { CanaryPlace } from '../ports/canary.ts';
import type { CanaryRuntime } from '../ports/runtime.ts';
import { runtimeFromEnvironment } from './from-environment.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';

/**
 * The Lambda handler of a function of the canary.
 * @param placeOf given by the function that pays, so that the other one does not carry KMS
 */
export function serveCanary<Event, Result>(
  canary: CanaryFunction<Event, Result>,
  placeOf?: (environment: NodeJS.ProcessEnv) => CanaryPlace,
): (event: Event, invocation: Invocation) => Promise<Result> {
  let runtime: CanaryRuntime | undefined;
  return (event, invocation) =>
    withinInvocation(invocation, () => {
      runtime ??= { ...runtimeFromEnvironment(), canary: placeOf?.(process.env) };
      return runWorker(canary, event, runtime);
    });
}
