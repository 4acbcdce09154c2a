import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Worker } from '../../shared/contract/worker.ts';
import type { DueKind } from '../../shared/ports/due-kinds.ts';
import type { Settings } from '../settings.ts';
import { concurrencyOf } from '../worker-concurrency.ts';
import type { Alarms } from './alarms.ts';
import { grantCapabilities, type StageParts } from './capabilities/grant-capabilities.ts';
import type { DueQueue } from './due-queue.ts';
import type { FeedBus } from './feed-bus.ts';
import type { PaymentsTable } from './payments-table.ts';
import { ServiceFunction } from './service-function.ts';

/** What every worker is made from, whatever triggers it. */
export interface WorkerProps {
  readonly settings: Settings;
  readonly worker: Worker;
  readonly code: Code;
  readonly table: PaymentsTable;
  /** What its capabilities are granted and passed. */
  readonly parts: StageParts;
  readonly queues: ReadonlyMap<DueKind, DueQueue>;
  readonly alarms: Alarms;
  /** Undefined if the stage has no event bus. */
  readonly bus: FeedBus | undefined;
}

/**
 * The Lambda function of a worker. Its trigger determines what it can do with the table, and to which queues it can
 * send hints.
 */
export function workerFunction(scope: Construct, props: WorkerProps): ServiceFunction {
  const { settings } = props;
  const concurrency = concurrencyOf(props.worker, settings.workerConcurrency);
  const worker = new ServiceFunction(scope, 'Function', {
    settings,
    code: props.code,
    description: `Worker ${props.worker.name}`,
    service: props.worker.name,
    timeoutSeconds: props.worker.timeoutSeconds,
    reservedConcurrency: settings.reserveConcurrency ? concurrency : undefined,
    // A worker that reads a queue also sends hints to it. Its trigger explains why that ends.
    allowsChains: props.worker.trigger.type === 'queue',
  });
  props.table.nameTo(worker);
  grantCapabilities(worker, props.worker.uses ?? [], props.parts);
  for (const queue of queuesOf(props)) queue.grantSend(worker);
  return worker;
}

/**
 * The queues that a worker sends hints to. A worker that reads a queue sends early hints back to it; the archive sends
 * none; every other worker sends hints of all kinds.
 */
function queuesOf({ worker: { trigger }, queues }: WorkerProps): DueQueue[] {
  if (trigger.type === 'table-changes') return [];
  return [...queues].flatMap(([kind, queue]) => (trigger.type !== 'queue' || trigger.kind === kind ? [queue] : []));
}
