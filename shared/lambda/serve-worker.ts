import { SQSClient } from '@aws-sdk/client-sqs';
import { createSqsHintQueue } from '../adapters/sqs-hint-queue.ts';
import { runWorker } from '../contract/run-worker.ts';
import type { Worker } from '../contract/worker.ts';
import { boundClient } from '../ground/aws/bound-client.ts';
import { ProcessAttempts } from '../ports/attempt-budget.ts';
import { type DueKind, dueKinds, queueUrlVariable } from '../ports/due-kinds.ts';
import type { WholeRuntime } from '../ports/runtime.ts';
import { lambdaRuntime, type Used } from './lambda-runtime.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';

/** The Lambda handler of a worker. */
export function serveWorker<Event, Result>(
  worker: Pick<Worker<Event, Result>, 'name' | 'handle'>,
  used: Used,
): (event: Event, invocation: Invocation) => Promise<Result> {
  let runtime: WholeRuntime | undefined;
  return (event, invocation) =>
    withinInvocation(invocation, () => {
      runtime ??= {
        ...lambdaRuntime(used),
        hints: hintsFromEnvironment(process.env),
        webhookLoad: new ProcessAttempts(),
      };
      return runWorker(worker, event, runtime);
    });
}

function hintsFromEnvironment(environment: NodeJS.ProcessEnv) {
  const urls = dueKinds.map((kind): [DueKind, string | undefined] => [kind, environment[queueUrlVariable(kind)]]);
  return createSqsHintQueue({ client: boundClient(new SQSClient({})), queueUrls: Object.fromEntries(urls) });
}
