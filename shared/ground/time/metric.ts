/** What the service counts by itself. Each is the name of an alarm. */
export type MetricName = 'JournalAhead' | 'ClockDiffers';

export const metricNamespace = 'Sluice';

/**
 * Fields of a log line by which CloudWatch counts it (embedded metric format), a stage for itself: every line of a function
 * names its `stage`.
 * @param at milliseconds; CloudWatch drops what is more than two hours ahead
 */
export function counted(name: MetricName, at: number) {
  const metrics = { Namespace: metricNamespace, Dimensions: [['stage']], Metrics: [{ Name: name, Unit: 'Count' }] };
  return { [name]: 1, _aws: { Timestamp: at, CloudWatchMetrics: [metrics] } };
}
