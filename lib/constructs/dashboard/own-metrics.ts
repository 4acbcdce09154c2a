import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type Label, type MetricName, metricNamespace } from '../../../shared/ground/metrics/catalog.ts';
import { ownMetric } from '../../own-metric.ts';
import { period } from './graphs.ts';

/** The label by which the page breaks down a metric, besides the stage. */
const labelsOf = {
  Payouts: ['payoutStatus', 'corridor'],
  ApiLatency: ['operation'],
  ApiErrors: ['type'],
  DueWorkLag: ['kind'],
} as const satisfies Partial<Record<MetricName, readonly Label[]>>;

type Name = keyof typeof labelsOf;

/** A metric without labels. */
export function unlabelled(stage: string, name: MetricName, statistic: string, label = `${name} ${statistic}`): Metric {
  return ownMetric(stage, name, { statistic }).with({ label });
}

/**
 * The search expression for the series of a metric, one per combination of its labels.
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
