import { period } from './graphs.ts';

/** The search expression for a metric of every function of a stage, by the names that CloudFormation gives them. */
export function functionSearch(stage: string, metric: string, statistic: string): string {
  return `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" Sluice ${stage}', '${statistic}', ${period.toSeconds()})`;
}
