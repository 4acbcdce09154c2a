import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNamespace } from '../../../shared/ground/time/metric.ts';
import { period } from './graphs.ts';

/**
 * The service's own metrics that the page shows, and by which labels each is told apart besides the stage. A metric that
 * nothing counts yet is an empty graph.
 */
const labelsOf = {
  Payouts: ['payoutStatus', 'corridor'],
  ApiLatency: ['operation'],
  ApiErrors: ['type'],
  OutcomeUnknown: [],
  CommitAttempts: [],
  DeliveryLag: [],
  DueWorkLag: ['kind'],
  ClockDifference: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Name = keyof typeof labelsOf;

/** A metric without labels. */
export function ownMetric(
  stage: string,
  metricName: { [N in Name]: (typeof labelsOf)[N] extends readonly [] ? N : never }[Name],
  statistic: string,
  label = `${metricName} ${statistic}`,
): Metric {
  return new Metric({ namespace: metricNamespace, metricName, dimensionsMap: { stage }, statistic, period, label });
}

/**
 * The text of a search for the lines of a metric, one for each combination of its labels.
 * @param only values that some labels must have
 */
export function ownSearch<N extends Name>(
  stage: string,
  name: N,
  statistic: string,
  only: Partial<Record<(typeof labelsOf)[N][number], string>> = {},
): string {
  const schema = [metricNamespace, 'stage', ...labelsOf[name]].join(',');
  const wanted = Object.entries({ MetricName: name, stage, ...only }).map(([label, value]) => `${label}="${value}"`);
  return `SEARCH('{${schema}} ${wanted.join(' ')}', '${statistic}', ${period.toSeconds()})`;
}
