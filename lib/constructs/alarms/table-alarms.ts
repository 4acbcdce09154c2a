import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { alarmNames } from '../../names.ts';
import type { Alarms } from '../alarms.ts';
import type { PaymentsTable } from '../payments-table.ts';

/**
 * Turns leave at most 0.37 lost races per commit, whatever the load (docs/adr/0017, the column "conflicts a commit"),
 * and DynamoDB counts each contended item: two or three out of the head, the organization and the turns. Two conflicts
 * per commit are therefore more than contention causes: clocks disagree by more than a turn, or something writes
 * without taking turns.
 */
const conflictsPerCommit = 2;
/** Keeps a few lost races from raising the alarm on a quiet table: one per second. */
const conflictsBesides = 300;

export function raiseTableAlarms(scope: Construct, alarms: Alarms, payments: PaymentsTable): void {
  raiseThrottles(scope, alarms, payments);
  alarms.raise(scope, alarmNames.transactionConflicts, {
    metric: conflictsBeyondTurns(payments),
    threshold: conflictsBesides,
    periods: 3,
    severity: 'low',
    tellsEnd: true,
    meaning: 'Transactions of the payments table meet each other more often than turns let them.',
  });
}

/** An on-demand table throttles if one partition, that is one organization, is too hot. */
function raiseThrottles(scope: Construct, alarms: Alarms, { table }: PaymentsTable): void {
  const options = { statistic: 'Sum', period: Duration.minutes(1) };
  const throttles = { threshold: 10, periods: 3, severity: 'low', tellsEnd: true } as const;
  alarms.raise(scope, alarmNames.tableReadThrottles, {
    ...throttles,
    metric: table.metric('ReadThrottleEvents', options),
    meaning: 'DynamoDB throttles reads of the payments table.',
  });
  alarms.raise(scope, alarmNames.tableWriteThrottles, {
    ...throttles,
    metric: table.metric('WriteThrottleEvents', options),
    meaning: 'DynamoDB throttles writes of the payments table.',
  });
  alarms.raise(scope, alarmNames.indexThrottles, {
    ...throttles,
    metric: throttlesOfIndexes(table.tableName, options),
    meaning: 'DynamoDB throttles an index of the payments table, and so writes of the table or the sweep.',
  });
}

/** An index has its own metrics, and a throttled write of an index is not counted for the table. */
function throttlesOfIndexes(TableName: string, options: { statistic: string; period: Duration }): MathExpression {
  const metrics = Object.keys(tableDefinition.indexes).flatMap((GlobalSecondaryIndexName) =>
    ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) => {
      const dimensionsMap = { TableName, GlobalSecondaryIndexName };
      return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, ...options });
    }),
  );
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, period: options.period, label: 'Throttles of indexes' });
}

function conflictsBeyondTurns({ table }: PaymentsTable): MathExpression {
  const period = Duration.minutes(5);
  return new MathExpression({
    expression: `conflicts - ${conflictsPerCommit} * FILL(commits, 0)`,
    usingMetrics: {
      conflicts: table.metric('TransactionConflict', { statistic: 'Sum', period }),
      commits: new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'SuccessfulRequestLatency',
        dimensionsMap: { TableName: table.tableName, Operation: 'TransactWriteItems' },
        statistic: 'SampleCount',
        period,
      }),
    },
    period,
    label: 'Conflicts beyond what turns leave',
  });
}
