import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { DueKind } from '../../shared/ports/due-kinds.ts';
import type { Settings } from '../settings.ts';
import type { Alarms } from './alarms.ts';
import type { DueQueue } from './due-queue.ts';
import type { PaymentsTable } from './payments-table.ts';

export interface OperationsDashboardProps {
  readonly settings: Settings;
  readonly alarms: Alarms;
  readonly api: IHttpApi;
  readonly table: PaymentsTable;
  readonly queues: ReadonlyMap<DueKind, DueQueue>;
}

const period = Duration.minutes(5);

/**
 * Alarms first, then what callers notice, then what is behind the API. Functions are found by name, not by reference,
 * so that this page does not prevent the removal of one.
 */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, id: string, props: OperationsDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      widgets: [[alarmStatus(this, props.alarms)], callerView(props), functionView(props), workView(props)],
    });
  }
}

function alarmStatus(scope: Construct, alarms: Alarms): AlarmStatusWidget {
  return new AlarmStatusWidget({
    title: 'Alarms',
    width: 24,
    height: 4,
    alarms: alarms.names.map((name) =>
      Alarm.fromAlarmArn(
        scope,
        name,
        Stack.of(scope).formatArn({
          service: 'cloudwatch',
          resource: 'alarm',
          resourceName: alarms.physicalName(name),
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ),
    ),
  });
}

function callerView({ api }: OperationsDashboardProps): GraphWidget[] {
  const sum = { statistic: 'Sum', period };
  return [
    graph('Requests', api.metricCount(sum)),
    graph('Errors', api.metricClientError(sum), api.metricServerError(sum)),
    graph('Latency', api.metricLatency({ statistic: 'p50', period }), api.metricLatency({ statistic: 'p99', period })),
  ];
}

function functionView({ settings }: OperationsDashboardProps): GraphWidget[] {
  const search = (metric: string, statistic: string) =>
    new MathExpression({
      expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" Sluice ${settings.stage}', '${statistic}')`,
      usingMetrics: {},
      label: '',
      period,
    });
  return [
    graph('Function errors', search('Errors', 'Sum')),
    graph('Function throttles', search('Throttles', 'Sum')),
    graph('Function duration', search('Duration', 'p99')),
  ];
}

function workView({ queues, table }: OperationsDashboardProps): GraphWidget[] {
  const all = [...queues.values()].map(({ queue }) => queue);
  const sum = { statistic: 'Sum', period };
  return [
    graph('Hints waiting', ...all.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ period }))),
    graph('Oldest hint', ...all.map((queue) => queue.metricApproximateAgeOfOldestMessage({ period }))),
    graph(
      'Table',
      table.table.metricConsumedReadCapacityUnits(sum),
      table.table.metricConsumedWriteCapacityUnits(sum),
      table.table.metric('WriteThrottleEvents', sum),
    ),
  ];
}

function graph(title: string, ...left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 });
}
