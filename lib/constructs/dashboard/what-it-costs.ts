import { type IWidget, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { functionSearch } from './function-search.ts';
import { graph, period, question, searched } from './graphs.ts';
import type { Shown } from './shown.ts';

/** What grows with traffic, in the units of the bill. */
export function whatItCosts({ settings: { stage }, table: { table } }: Shown): IWidget[][] {
  const sum = { statistic: 'Sum', period };
  const indexes = Object.keys(tableDefinition.indexes).map((index) => ofIndex(table.tableName, index));
  const total = (search: string, label: string) => searched(`SUM(${search})`, label);
  const logged = `SEARCH('{AWS/Logs,LogGroupName} MetricName="IncomingBytes" Sluice ${stage}', 'Sum', ${period.toSeconds()})`;
  return [
    [
      question(
        'What does it cost?',
        'Every five minutes: request units of the table, GB-seconds of functions, bytes of logs.',
      ),
    ],
    [
      graph(
        'Units of the table',
        table.metricConsumedReadCapacityUnits({ ...sum, label: 'read' }),
        table.metricConsumedWriteCapacityUnits({ ...sum, label: 'written' }),
        ...indexes,
      ),
      graph(
        'Functions',
        total(functionSearch(stage, 'Invocations', 'Sum'), 'invocations'),
        // All functions have 1 GB, so their seconds are GB-seconds.
        searched(`SUM(${functionSearch(stage, 'Duration', 'Sum')}) / 1000`, 'GB-seconds'),
      ),
      graph('Bytes of logs', total(logged, 'bytes')),
    ],
  ];
}

function ofIndex(TableName: string, index: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'ConsumedWriteCapacityUnits',
    dimensionsMap: { TableName, GlobalSecondaryIndexName: index },
    statistic: 'Sum',
    period,
    label: `written to index ${index}`,
  });
}
