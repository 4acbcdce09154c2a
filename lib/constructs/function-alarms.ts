import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { alarmNames } from '../names.ts';
import type { Alarms } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';

const period = Duration.minutes(5);

/**
 * Alarms for crashes and timeouts, one for each function, so that the alarm names the function:
 * `QuotesFunctionErrors-acceptQuote`. All functions of a domain share one heading, because what to do is the same.
 */
export function raiseFunctionAlarms(alarms: Alarms, domain: string, functions: readonly ServiceFunction[]): void {
  for (const { lambda, service, node } of functions) {
    alarms.raise(node.scope as Construct, `${alarmNames.functionErrors(domain)}-${service}`, {
      metric: lambda.metricErrors({ statistic: 'Sum', period }),
      threshold: 1,
      meaning: `${service} crashed or ran out of time.`,
    });
  }
}

/** One alarm for all functions: they share the account's concurrency, so when one of them is throttled, any may be. */
export function raiseThrottleAlarm(scope: Construct, alarms: Alarms): void {
  alarms.raise(scope, alarmNames.functionThrottles, {
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period }),
    threshold: 1,
    meaning: 'Lambda refused to run a function of this account and region for lack of concurrency.',
  });
}
