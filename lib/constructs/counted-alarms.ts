import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type MetricName, metricNamespace } from '../../shared/ground/time/metric.ts';
import { alarmNames } from '../names.ts';
import type { Settings } from '../settings.ts';
import type { Severity } from '../severity.ts';
import type { Alarms } from './alarms.ts';

/** What any function may find, and counts with a log line. */
export function raiseCountedAlarms(scope: Construct, alarms: Alarms, { stage }: Settings): void {
  const raise = (metricName: MetricName, severity: Severity, meaning: string) =>
    alarms.raise(scope, metricName, {
      metric: new Metric({
        namespace: metricNamespace,
        metricName,
        dimensionsMap: { stage },
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 1,
      severity,
      meaning,
    });
  raise(alarmNames.journalAhead, 'low', 'A commit found that one before it was made by a clock that was ahead.');
  raise(
    alarmNames.clockDiffers,
    'low',
    'The clock of a process is not the table’s; what it was asked for was refused.',
  );
  raise(
    alarmNames.processorContradicts,
    'high',
    'A processor said two things of one call: money may have moved unrecorded.',
  );
  raise(
    alarmNames.intentUnsettled,
    'high',
    'A processor has not said for an hour what it did; callers wait for their answer.',
  );
}
