import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { alarmNames } from '../../names.ts';
import type { Alarms } from '../alarms.ts';

const period = Duration.minutes(5);

/** What callers get from CloudFront, even if the gateway behind it is unreachable. */
export function raiseEdgeAlarms(scope: Construct, alarms: Alarms, distributionId: string): void {
  alarms.raise(scope, alarmNames.edgeServerErrors, {
    metric: rateFrom(distributionId, '5xxErrorRate', 5),
    threshold: 5,
    severity: 'high',
    tellsEnd: true,
    meaning: 'At least five percent of the requests, and five of them, were answered 5xx at the edge in five minutes.',
  });
  // Callers who sign by challenge are answered 202 first, so no way of calling has a 4xx in every second request.
  alarms.raise(scope, alarmNames.edgeClientErrors, {
    metric: rateFrom(distributionId, '4xxErrorRate', 500),
    threshold: 50,
    periods: 3,
    severity: 'low',
    tellsEnd: true,
    meaning: 'Every second request, and 500 of them in five minutes, was answered 4xx at the edge.',
  });
}

/** The rate in percent, or zero if too few requests failed: one failure out of two requests says nothing. */
function rateFrom(distributionId: string, metricName: string, atLeast: number): MathExpression {
  return new MathExpression({
    expression: `IF(rate * requests / 100 >= ${atLeast}, rate, 0)`,
    usingMetrics: {
      rate: edgeMetric(distributionId, metricName, 'Average'),
      requests: edgeMetric(distributionId, 'Requests', 'Sum'),
    },
    period,
    label: metricName,
  });
}

/** CloudFront reports to us-east-1, wherever the stage is. */
export function edgeMetric(distributionId: string, metricName: string, statistic: string, region?: string): Metric {
  return new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    statistic,
    period,
    region,
  });
}
