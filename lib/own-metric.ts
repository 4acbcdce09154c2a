import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type Label, type MetricName, metricNamespace, metrics } from '../shared/ground/metrics/catalog.ts';

interface View {
  readonly statistic: string;
  /** One of the sets of labels by which the metric is broken down. Empty if it has none. */
  readonly labels?: Readonly<Partial<Record<Label, string>>>;
}

/**
 * A metric that the service counts itself, for one stage, over five minutes.
 * @throws Error for labels by which it is not counted: CloudWatch would show such a metric, always without data
 */
export function ownMetric(stage: string, metricName: MetricName, { statistic, labels = {} }: View): Metric {
  const named = Object.keys(labels).toSorted().join();
  const sets: readonly (readonly Label[])[] = metrics[metricName].by;
  if (!sets.some((set) => set.toSorted().join() === named))
    throw new Error(`${metricName} is not counted by '${named}'`);
  const dimensionsMap = { stage, ...labels } as Record<string, string>;
  return new Metric({ namespace: metricNamespace, metricName, dimensionsMap, statistic, period: Duration.minutes(5) });
}
