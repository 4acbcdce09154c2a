/** Metrics that the service counts itself. Each is also the name of an alarm. */
export type MetricName = 'JournalAhead' | 'ClockDiffers' | 'ProcessorContradicts' | 'IntentUnsettled';

export const metricNamespace = 'Sluice';

/**
 * Fields of a log line that make CloudWatch count it (embedded metric format). Each stage is counted separately,
 * because every log line of a function names its `stage`.
 * @param at milliseconds; CloudWatch drops a metric that is more than two hours ahead
 */
export function counted(name: MetricName, at: number) {
  const metrics = { Namespace: metricNamespace, Dimensions: [['stage']], Metrics: [{ Name: name, Unit: 'Count' }] };
  return { [name]: 1, _aws: { Timestamp: at, CloudWatchMetrics: [metrics] } };
}
