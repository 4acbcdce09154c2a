import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { alarmNames } from '../names.ts';
import { parallelizationFactor } from '../worker-concurrency.ts';
import { type DeadLetterQueue, failedBatches } from './dead-letter-queue.ts';
import type { ServiceFunction } from './service-function.ts';
import { type WorkerProps, workerFunction } from './worker-function.ts';
import { triggerOf } from './worker-trigger.ts';

/**
 * Reads the table's stream and sends hints about due rows. A record that fails blocks its shard, and with it every
 * organization whose rows are there. There are therefore few retries, a batch is split around the record, and the
 * record then moves to the failure queue. The sweep finds its row.
 */
export class StreamWorker extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    this.function = workerFunction(this, props);
    props.table.grantStream(this.function);
    const failures = failedBatches(this, "the stream's");
    const { follows } = triggerOf(props.worker, 'table-stream');
    new EventSourceMapping(this, 'Source', {
      target: this.function.lambda,
      eventSourceArn: props.table.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      parallelizationFactor,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 5,
      // By then the sweep has found the row.
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(failures.queue),
      filters: follows?.(props.bus !== undefined).map((NewImage) => FilterCriteria.filter({ dynamodb: { NewImage } })),
    });
    this.raiseAlarms(props, failures);
  }

  private raiseAlarms({ alarms }: WorkerProps, failures: DeadLetterQueue): void {
    alarms.raise(this, alarmNames.streamFailedBatches, {
      metric: failures.waiting(),
      threshold: 1,
      severity: 'low',
      tellsEnd: true,
      meaning: 'Records of the table stream were given up.',
    });
    alarms.raise(this, alarmNames.streamIteratorAge, {
      metric: this.function.lambda.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: Duration.minutes(2).toMilliseconds(),
      periods: 5,
      severity: 'low',
      tellsEnd: true,
      meaning: 'The reader of the table stream is two minutes behind.',
    });
  }
}
