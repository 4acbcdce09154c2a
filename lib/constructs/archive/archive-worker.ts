import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { leftOut } from '../../../shared/records/archive/changes-of.ts';
import { alarmNames } from '../../names.ts';
import { type DeadLetterQueue, failedBatches } from '../dead-letter-queue.ts';
import type { ServiceFunction } from '../service-function.ts';
import { type WorkerProps, workerFunction } from '../worker-function.ts';

/** The stream keeps a record for 24 hours. Records that are given up can be read there for another hour. */
const maxRecordAge = Duration.hours(23);

/**
 * Reads every change from the table's stream into the archive. No change may be lost with a batch, so it is retried
 * until the stream forgets it, and then named in the failure queue. The worker accepts any record, so no record can
 * block its shard: only S3 can.
 */
export class ArchiveWorker extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const { table } = props;
    this.function = workerFunction(this, props);
    table.grantStream(this.function);
    const failures = failedBatches(this, "the archive's");
    new EventSourceMapping(this, 'Source', {
      target: this.function.lambda,
      eventSourceArn: table.streamArn,
      // If the archive was off for less than a day, it has no gap.
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 1_000,
      // One object and one invocation per minute and shard if little happens.
      maxBatchingWindow: Duration.minutes(1),
      bisectBatchOnError: true,
      retryAttempts: -1,
      maxRecordAge,
      onFailure: new SqsDlq(failures.queue),
      // Every record contains the keys, even that of a removal.
      filters: [FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: [{ 'anything-but': leftOut }] } } } })],
    });
    this.raiseAlarms(props, failures);
  }

  private raiseAlarms({ alarms }: WorkerProps, failures: DeadLetterQueue): void {
    alarms.raise(this, alarmNames.archiveFailedBatches, {
      metric: failures.waiting(),
      threshold: 1,
      severity: 'low',
      tellsEnd: true,
      meaning: 'Changes of the table were given up and are not in the archive.',
    });
    alarms.raise(this, alarmNames.archiveIteratorAge, {
      metric: this.function.lambda.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: Duration.minutes(15).toMilliseconds(),
      periods: 5,
      severity: 'low',
      tellsEnd: true,
      meaning: 'The archive of changes is 15 minutes behind the table.',
    });
  }
}
