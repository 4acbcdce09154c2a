import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { alarmNames } from '../names.ts';
import type { Alarms } from './alarms.ts';
import type { PaymentsTable } from './payments-table.ts';

/** An on-demand table throttles when one partition, that is one organization, is too hot. */
export function raiseTableAlarms(scope: Construct, alarms: Alarms, { table }: PaymentsTable): void {
  const options = { statistic: 'Sum', period: Duration.minutes(1) };
  const throttles = { threshold: 10, periods: 3 };
  alarms.raise(scope, alarmNames.tableReadThrottles, {
    ...throttles,
    metric: table.metric('ReadThrottleEvents', options),
    meaning: 'DynamoDB throttles reads of the payments table.',
  });
  alarms.raise(scope, alarmNames.tableWriteThrottles, {
    ...throttles,
    metric: table.metric('WriteThrottleEvents', options),
    meaning: 'DynamoDB throttles writes of the payments table.',
  });
}
