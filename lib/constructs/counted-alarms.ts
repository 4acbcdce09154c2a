import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { MetricName } from '../../shared/ground/metrics/catalog.ts';
import { alarmNames } from '../names.ts';
import { ownMetric } from '../own-metric.ts';
import type { Settings } from '../settings.ts';
import type { Severity } from '../severity.ts';
import type { Alarms } from './alarms.ts';

/** Problems that any function can find and counts with a log line. */
export function raiseCountedAlarms(scope: Construct, alarms: Alarms, { stage }: Settings): void {
  const raise = (name: MetricName, severity: Severity, meaning: string) => {
    const metric = ownMetric(stage, name, { statistic: 'Sum' });
    alarms.raise(scope, name, { metric, threshold: 1, severity, meaning });
  };
  raise(alarmNames.outcomeUnknown, 'high', 'A caller was told that money may have moved, and nobody knows.');
  raise(alarmNames.internalError, 'low', 'A call failed for a reason that nobody has foreseen.');
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
  raise(
    alarmNames.transferParked,
    'high',
    'Money for a payout is from a listed sender, or would not reach a treasury; it waits for a person.',
  );
  raise(
    alarmNames.flushHindered,
    'high',
    'Money of payouts does not get to a treasury: a signer is poor, a chain does not take its transactions, or treasuries are frozen.',
  );
  raise(
    alarmNames.tokenPaused,
    'high',
    'The price feed of a token says that it is no dollar; it funds nothing until two operators resume it.',
  );
  raise(
    alarmNames.fundingLimited,
    'high',
    'Payouts of a connection would take more than it may fund in a day; their money waits for two operators.',
  );
  raise(alarmNames.acquirerDiffers, 'high', 'An acquirer says of a payment what our books cannot follow.');
}

/**
 * If nobody asks, nothing fails: payouts that wait for their worker are noticed by how late they are claimed. For other
 * work, the age of the queue is sufficient.
 */
export function raiseLateAlarm(scope: Construct, alarms: Alarms, { stage }: Settings): void {
  alarms.raise(scope, alarmNames.railsLate, {
    metric: ownMetric(stage, 'DueWorkLag', { statistic: 'p90', labels: { kind: 'rails' } }),
    threshold: Duration.minutes(1).toMilliseconds(),
    severity: 'high',
    tellsEnd: true,
    meaning: 'One payout in ten waited for more than a minute after it was due.',
  });
}
