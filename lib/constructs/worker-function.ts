import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Worker } from '../../shared/contract/worker.ts';
import type { DueKind } from '../../shared/ports/due-kinds.ts';
import type { Settings } from '../settings.ts';
import type { Alarms } from './alarms.ts';
import type { DueQueue } from './due-queue.ts';
import type { FeedBus } from './feed-bus.ts';
import { grantMail } from './grant-mail.ts';
import type { PaymentsTable } from './payments-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StageSecret } from './stage-secret.ts';

/** What every worker is made from, whatever starts it. */
export interface WorkerProps {
  readonly settings: Settings;
  readonly worker: Worker;
  readonly code: Code;
  readonly table: PaymentsTable;
  readonly queues: ReadonlyMap<DueKind, DueQueue>;
  readonly alarms: Alarms;
  readonly sealingSecret: StageSecret;
  /** Where the stage has one. */
  readonly bus: FeedBus | undefined;
}

/** A worker's Lambda. What it may do with the table, and to which queues it may send hints, follows from what starts it. */
export function workerFunction(scope: Construct, props: WorkerProps, concurrency: number): ServiceFunction {
  const worker = new ServiceFunction(scope, 'Function', {
    settings: props.settings,
    code: props.code,
    description: `Worker ${props.worker.name}`,
    service: props.worker.name,
    timeoutSeconds: props.worker.timeoutSeconds,
    reservedConcurrency: props.settings.reserveConcurrency ? concurrency : undefined,
  });
  props.table.nameTo(worker);
  if (props.worker.usesSecrets) props.sealingSecret.grantRead(worker);
  if (props.worker.sendsMail) grantMail(worker, props.settings);
  if (props.worker.bus === 'publishes') props.bus?.grantPublish(worker);
  if (props.worker.bus === 'wakes') props.bus?.nameTo(worker);
  for (const queue of queuesOf(props)) queue.grantSend(worker);
  return worker;
}

/** Who works through a queue sends its hints again where they came early; who makes hints sends all kinds. */
function queuesOf({ worker: { trigger }, queues }: WorkerProps): DueQueue[] {
  return [...queues].flatMap(([kind, queue]) => (trigger.type !== 'queue' || trigger.kind === kind ? [queue] : []));
}
