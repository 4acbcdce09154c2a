import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { alarmNames } from '../../names.ts';
import type { Alarms } from '../alarms.ts';
import type { ServiceFunction } from '../service-function.ts';

const period = Duration.minutes(5);

/**
 * Watches the functions of a domain for crashes and timeouts: one alarm per function, so that it names the function
 * (`QuotesFunctionErrors-acceptQuote`), and one above them that notifies. A single crash wakes nobody: what it leaves
 * unfinished is retried or becomes due again, and lasting failures raise other alarms.
 */
export function raiseFunctionAlarms(
  scope: Construct,
  alarms: Alarms,
  domain: string,
  functions: readonly ServiceFunction[],
): void {
  const children = functions.map(({ lambda, service, node }) => ({
    scope: node.scope as Construct,
    of: service,
    watched: { metric: lambda.metricErrors({ statistic: 'Sum', period }), threshold: 1 },
    meaning: `${service} crashed or ran out of time.`,
  }));
  const meaning = `A function of ${domain} crashed or ran out of time; the alarm below this one names it.`;
  alarms.raiseAny(scope, alarmNames.functionErrors(domain), { severity: 'low', meaning }, children);
}

/** One alarm for all functions: they share the account's concurrency, so if one is throttled, any of them may be. */
export function raiseThrottleAlarm(scope: Construct, alarms: Alarms): void {
  alarms.raise(scope, alarmNames.functionThrottles, {
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period }),
    threshold: 1,
    severity: 'low',
    meaning: 'Lambda refused to run a function of this account and region for lack of concurrency.',
  });
}
