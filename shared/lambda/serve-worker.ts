import { SQSClient } from '@aws-sdk/client-sqs';
import { createSqsHintQueue } from '../adapters/sqs-hint-queue.ts';
import type { Worker } from '../contract/worker.ts';
import { boundClient } from '../ground/aws/bound-client.ts';
import { ProcessAttempts } from '../ports/attempt-budget.ts';
import { type DueKind, dueKinds, queueUrlVariable } from '../ports/due-kinds.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Runtime, WorkerRuntime } from '../ports/runtime.ts';
import { runtimeFromEnvironment } from './from-environment.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';

/** Ports that only single workers need. */
type OwnPorts = Partial<Pick<WorkerRuntime, 'mailer' | 'bus' | 'archive' | 'heartbeatMs' | 'rails'>>;

/**
 * The Lambda handler of a worker.
 * @param portsOf given by the workers that send mail, publish, archive or send payouts, so that the rest do not carry
 *   their adapters
 */
export function serveWorker<Event, Result>(
  worker: Worker<Event, Result>,
  portsOf: (runtime: Runtime) => OwnPorts = () => ({}),
): (event: Event, invocation: Invocation) => Promise<Result> {
  let runtime: WorkerRuntime | undefined;
  return (event, invocation) =>
    withinInvocation(invocation, () => {
      runtime ??= createRuntime(portsOf);
      return worker.handle(event, runtime);
    });
}

function createRuntime(portsOf: (runtime: Runtime) => OwnPorts): WorkerRuntime {
  const runtime = runtimeFromEnvironment();
  return {
    ...runtime,
    hints: hintsFromEnvironment(process.env),
    mailer: noMailer,
    webhookLoad: new ProcessAttempts(),
    busEnabled: process.env.EVENT_BUS_NAME !== undefined,
    ...portsOf(runtime),
  };
}

const noMailer: Mailer = {
  send: async () => {
    throw new Error('this worker sends no mail: it asks for it by mailWrites');
  },
};

function hintsFromEnvironment(environment: NodeJS.ProcessEnv) {
  const urls = dueKinds.map((kind): [DueKind, string | undefined] => [kind, environment[queueUrlVariable(kind)]]);
  return createSqsHintQueue({ client: boundClient(new SQSClient({})), queueUrls: Object.fromEntries(urls) });
}
