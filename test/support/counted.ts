import { metrics } from '../../shared/ground/metrics/catalog.ts';
import type { MetricFields } from '../../shared/ground/metrics/embed.ts';

/** Any shape, as the lines of a captured log have it. */
type Line = ReturnType<typeof JSON.parse>;

/** What CloudWatch counts of log lines: for each value the metric, and the labels of each set that it is told apart by. */
export function countedIn(
  lines: readonly Line[],
): { readonly name: string; readonly by: object[]; readonly value: number }[] {
  return lines.filter(({ _aws }) => _aws).flatMap((line) => countedInLine(line as MetricFields));
}

function countedInLine(line: MetricFields) {
  return line._aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) =>
    Metrics.flatMap(({ Name }) =>
      [line[Name] as number | number[]].flat().map((value) => ({
        name: Name,
        by: Dimensions.map(([_stage, ...names]) => Object.fromEntries(names.map((name) => [name, line[name]]))),
        value,
      })),
    ),
  );
}

/** The values of one metric, with the labels of its first set. */
export function valuesOf(lines: readonly Line[], metric: keyof typeof metrics): [labels: object, value: number][] {
  return countedIn(lines).flatMap(({ name, by: [first = {}], value }) => (name === metric ? [[first, value]] : []));
}

/** A line without what only CloudWatch reads of it. */
export function withoutMetrics(line: Line): Line {
  const own = new Set(['_aws', 'payoutStatus', 'corridor', 'kind', ...Object.keys(metrics)]);
  return Object.fromEntries(Object.entries(line).filter(([name]) => !own.has(name)));
}
