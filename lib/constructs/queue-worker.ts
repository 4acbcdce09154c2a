import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type DueKind, isFrozen } from '../../shared/ports/due-kinds.ts';
import { alarmNames } from '../names.ts';
import { severityOf } from '../severity.ts';
import { concurrencyOf } from '../worker-concurrency.ts';
import type { ServiceFunction } from './service-function.ts';
import { type WorkerProps, workerFunction } from './worker-function.ts';
import { triggerOf } from './worker-trigger.ts';

/** The messages that `postponeOrPark` logs when attempts have run out. A test compares the two. */
export const runOutMessages = ['due work parked', 'due work keeps failing'];

/** Works through the queue of one kind, with a limit on concurrent invocations. */
export class QueueWorker extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const trigger = triggerOf(props.worker, 'queue');
    const source = props.queues.get(trigger.kind);
    if (!source) throw new Error(`Worker ${props.worker.name} reads a queue that does not exist: ${trigger.kind}.`);
    this.function = workerFunction(this, props);
    props.table.grantWrite(this.function);
    this.function.lambda.addEventSource(
      new SqsEventSource(source.queue, {
        batchSize: trigger.batchSize,
        maxBatchingWindow: Duration.seconds(trigger.batchingSeconds),
        maxConcurrency: concurrencyOf(props.worker, props.settings.workerConcurrency),
        reportBatchItemFailures: true,
        enabled: !isFrozen(trigger.kind, props.settings),
      }),
    );
    this.raiseParkedAlarm(props, trigger.kind);
  }

  /** A parked row is in no index and no queue, so the alarm counts its log line. */
  private raiseParkedAlarm({ settings, alarms }: WorkerProps, kind: DueKind): void {
    const filter = new MetricFilter(this, 'Parked', {
      logGroup: this.function.logGroup,
      filterPattern: FilterPattern.any(
        ...runOutMessages.map((message) => FilterPattern.stringValue('$.message', '=', message)),
      ),
      metricNamespace: `Sluice/${settings.stage}`,
      metricName: alarmNames.workParked(kind),
    });
    alarms.raise(this, alarmNames.workParked(kind), {
      metric: filter.metric({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 1,
      severity: severityOf(kind),
      meaning: `Work of kind ${kind} was given up after its last attempt, or keeps failing.`,
    });
  }
}
