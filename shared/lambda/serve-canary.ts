import type { CanaryFunction } from '../contract/canary-function.ts';
import { runWorker } from '../contract/run-worker.ts';
import type { WholeRuntime } from '../ports/runtime.ts';
import { lambdaRuntime, type Used } from './lambda-runtime.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';

/** The Lambda handler of a function of the canary. */
export function serveCanary<Event, Result>(
  canary: Pick<CanaryFunction<Event, Result>, 'name' | 'handle'>,
  used: Used,
): (event: Event, invocation: Invocation) => Promise<Result> {
  let runtime: WholeRuntime | undefined;
  return (event, invocation) =>
    withinInvocation(invocation, () => {
      runtime ??= lambdaRuntime(used);
      return runWorker(canary, event, runtime);
    });
}
