import { SQSClient } from '@aws-sdk/client-sqs';
import { type DueKind, dueKinds, queueUrlVariable } from '../due/kinds.ts';
import { createSqsHintQueue } from '../due/sqs-hint-queue.ts';
import { requestHandler, runtimeFromEnvironment } from './from-environment.ts';
import type { WorkerRuntime } from './runtime.ts';
import type { Worker } from './worker.ts';

/** The Lambda handler of a worker. */
export function serveWorker<Event, Result>(worker: Worker<Event, Result>): (event: Event) => Promise<Result> {
  let runtime: WorkerRuntime | undefined;
  return (event) => {
    runtime ??= { ...runtimeFromEnvironment(), hints: hintsFromEnvironment(process.env) };
    return worker.handle(event, runtime);
  };
}

function hintsFromEnvironment(environment: NodeJS.ProcessEnv) {
  const urls = dueKinds.map((kind): [DueKind, string | undefined] => [kind, environment[queueUrlVariable(kind)]]);
  return createSqsHintQueue({ client: new SQSClient({ requestHandler }), queueUrls: Object.fromEntries(urls) });
}
