import { Duration, Validations } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Stores messages that failed permanently, long enough for someone to return from a holiday. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
  }

  /** The number of messages in the queue. */
  waiting(): Metric {
    return this.queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: Duration.minutes(1) });
  }
}

/** Stores the stream batches that a reader gave up. @param whose `the archive's` */
export function failedBatches(scope: Construct, whose: string): DeadLetterQueue {
  const failures = new DeadLetterQueue(scope, 'FailedBatches');
  Validations.of(failures).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: `It is itself where ${whose} failures go; the rule sees only queues behind queues.`,
  });
  return failures;
}
