import { type Label, type Measurement, type MetricName, metricNamespace, metrics } from './catalog.ts';

/** The most values that CloudWatch accepts for one metric in one line. */
const maxValues = 100;

/** Labels and values, and the instructions for CloudWatch to count them. */
export interface MetricFields {
  readonly _aws: { readonly Timestamp: number; readonly CloudWatchMetrics: readonly Directive[] };
  readonly [name: string]: unknown;
}

interface Directive {
  readonly Namespace: string;
  /** Sets of field names of the line. */
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: MetricName; readonly Unit: string }[];
}

/** Measurements of one metric with the same labels. */
interface Series {
  readonly name: MetricName;
  readonly labels: Measurement['labels'];
  readonly values: readonly number[];
}

/**
 * Log line fields that make CloudWatch count measurements (embedded metric format). A line can give a label only one
 * value, so measurements with different labels need several lines. All lines of a function name its `stage`.
 * @param at milliseconds; CloudWatch drops a metric that is more than two hours ahead
 * @returns the fields of each line; empty if nothing was measured
 */
export function metricLines(at: number, measurements: readonly Measurement[]): MetricFields[] {
  const lines: Series[][] = [];
  for (const series of seriesOf(measurements)) {
    const line = lines.find((others) => others.every((other) => fits(series, other)));
    if (line) line.push(series);
    else lines.push([series]);
  }
  return lines.map((line) => fieldsOf(at, line));
}

/** The metric fields of a line that reports a finding. Its measurements have no labels. */
export function metricFields(at: number, ...found: readonly [Measurement, ...Measurement[]]): MetricFields {
  return metricLines(at, found)[0] as MetricFields;
}

function seriesOf(measurements: readonly Measurement[]): Series[] {
  const groups = Map.groupBy(measurements, ({ name, labels }) => JSON.stringify([name, labels]));
  return [...groups.values()].flatMap((group) => {
    const [{ name, labels }] = group as [Measurement];
    const parts = Array.from({ length: Math.ceil(group.length / maxValues) }, (_, part) => part * maxValues);
    return parts.map((start) => ({
      name,
      labels,
      values: group.slice(start, start + maxValues).map(({ value }) => value),
    }));
  });
}

function fits(one: Series, other: Series): boolean {
  const isNamedAlike = (label: string) =>
    !(label in other.labels) || one.labels[label as Label] === other.labels[label as Label];
  return one.name !== other.name && Object.keys(one.labels).every(isNamedAlike);
}

function fieldsOf(at: number, line: readonly Series[]): MetricFields {
  const byDimensions = Map.groupBy(line, ({ name }) => JSON.stringify(metrics[name].by));
  const directives = [...byDimensions.values()].map((alike) => ({
    Namespace: metricNamespace,
    Dimensions: metrics[(alike[0] as Series).name].by.map((set) => ['stage', ...set]),
    Metrics: alike.map(({ name }) => ({ Name: name, Unit: metrics[name].unit })),
  }));
  const values = line.map(({ name, values: [first, ...more] }) => [name, more.length > 0 ? [first, ...more] : first]);
  return {
    ...Object.assign({}, ...line.map(({ labels }) => labels)),
    ...Object.fromEntries(values),
    _aws: { Timestamp: at, CloudWatchMetrics: directives },
  };
}
