import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { alarmNames } from '../names.ts';
import { withoutSuccess } from './alarms/schedule-alarm.ts';
import type { ServiceFunction } from './service-function.ts';
import { type WorkerProps, workerFunction } from './worker-function.ts';
import { triggerOf } from './worker-trigger.ts';

/** Runs every few minutes and looks for due rows whose hint was lost. */
export class ScheduledWorker extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const every = Duration.minutes(triggerOf(props.worker, 'schedule').everyMinutes);
    this.function = workerFunction(this, props);
    props.table.grantSweep(this.function);
    for (const queue of props.queues.values()) queue.grantBacklog(this.function);
    // The next run is the retry.
    this.function.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: every });
    new Rule(this, 'Schedule', {
      schedule: Schedule.rate(every),
      targets: [new LambdaFunction(this.function.lambda, { retryAttempts: 0, maxEventAge: every })],
    });
    props.alarms.raise(this, alarmNames.scheduleStopped(props.worker.name), {
      ...withoutSuccess(this.function, every),
      periods: 3,
      severity: 'high',
      tellsEnd: true,
      meaning: `${props.worker.name} did not succeed three times in a row.`,
    });
  }
}
