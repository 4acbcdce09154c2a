import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type DueKind, queueUrlVariable } from '../../shared/ports/due-kinds.ts';
import { hintRetentionDays } from '../hint-retention.ts';
import { alarmNames } from '../names.ts';
import { severityOf } from '../severity.ts';
import type { Alarms } from './alarms.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * How often a hint is received before it moves to the dead-letter queue. The row itself stays due, and the sweep sends
 * a new hint.
 */
const maxReceiveCount = 5;

export interface DueQueueProps {
  readonly kind: DueKind;
  readonly alarms: Alarms;
  /** The timeout of the function that reads the queue. */
  readonly workerTimeoutSeconds: number;
}

/** Carries the hints of one kind of due work. The queue can be purged, because only the rows count. */
export class DueQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: DeadLetterQueue;
  private readonly kind: DueKind;

  constructor(scope: Construct, id: string, props: DueQueueProps) {
    super(scope, id);
    this.kind = props.kind;
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // AWS recommends six timeouts, so that a throttled poller does not show a hint to two workers.
      retentionPeriod: Duration.days(hintRetentionDays),
      visibilityTimeout: Duration.seconds(6 * props.workerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters.queue, maxReceiveCount },
    });
    props.alarms.raise(this, alarmNames.queueDeadLetters(props.kind), {
      metric: this.deadLetters.waiting(),
      threshold: 1,
      severity: severityOf(props.kind),
      tellsEnd: true,
      meaning: `A hint of kind ${props.kind} failed ${maxReceiveCount} times.`,
    });
    props.alarms.raise(this, alarmNames.queueAge(props.kind), {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: Duration.minutes(1) }),
      // A hint may be sent up to 15 minutes ahead. Waiting 15 minutes longer is a backlog.
      threshold: Duration.minutes(30).toSeconds(),
      periods: 5,
      severity: severityOf(props.kind),
      tellsEnd: true,
      meaning: `Work of kind ${props.kind} waits for more than 15 minutes.`,
    });
  }

  grantSend(sender: ServiceFunction): void {
    sender.allow(['sqs:SendMessage'], [this.queue.queueArn]);
    sender.tell(queueUrlVariable(this.kind), this.queue.queueUrl);
  }

  /** Lets a function see how many hints wait, so that it does not add to a backlog. */
  grantBacklog(reader: ServiceFunction): void {
    reader.allow(['sqs:GetQueueAttributes'], [this.queue.queueArn]);
    reader.tell(queueUrlVariable(this.kind), this.queue.queueUrl);
  }
}
