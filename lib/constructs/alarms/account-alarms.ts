import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { alarmNames } from '../../names.ts';
import type { Alarms } from '../alarms.ts';

const period = Duration.minutes(5);

/** Percent of the account's quota. Above it, one more slow dependency makes Lambda refuse calls. */
const concurrencyPercent = 80;

export function raiseConcurrencyAlarm(scope: Construct, alarms: Alarms): void {
  const running = new Metric({
    namespace: 'AWS/Usage',
    metricName: 'ResourceCount',
    dimensionsMap: { Service: 'Lambda', Type: 'Resource', Resource: 'ConcurrentExecutions', Class: 'None' },
    statistic: 'Maximum',
    period,
  });
  alarms.raise(scope, alarmNames.concurrencyHigh, {
    metric: new MathExpression({
      expression: '100 * running / SERVICE_QUOTA(running)',
      usingMetrics: { running },
      period,
      label: 'Percent of the concurrency quota',
    }),
    threshold: concurrencyPercent,
    severity: 'low',
    tellsEnd: true,
    meaning: `The account runs ${concurrencyPercent} percent of the functions that it may run at once.`,
  });
}

/** Calls that take a key away: a deleted key is kept for days, but what it encrypts is unreadable at once. */
const endings = ['ScheduleKeyDeletion', 'DisableKey'];

/**
 * KMS has no metric for this, so the alarm counts how often a rule matched the calls. EventBridge sees calls only if a
 * trail of the account records management events.
 */
export function raiseKeyAlarm(scope: Construct, alarms: Alarms, keys: readonly Key[]): void {
  const rule = new Rule(scope, 'KeyTakenAway', {
    description: 'Counts calls that delete or disable a key of this stage',
    eventPattern: {
      source: ['aws.kms'],
      detailType: ['AWS API Call via CloudTrail'],
      detail: {
        eventSource: ['kms.amazonaws.com'],
        eventName: endings,
        resources: { ARN: keys.map(({ keyArn }) => keyArn) },
      },
    },
  });
  alarms.raise(scope, alarmNames.keyTakenAway, {
    metric: new Metric({
      namespace: 'AWS/Events',
      metricName: 'TriggeredRules',
      dimensionsMap: { RuleName: rule.ruleName },
      statistic: 'Sum',
      period,
    }),
    threshold: 1,
    severity: 'high',
    meaning: 'Somebody disabled a key of this stage, or scheduled its deletion: what it encrypts is lost with it.',
  });
}
