import { Duration, Fn, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CorsHttpMethod, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { cors } from '../../shared/contract/cors.ts';
import { vendedLogs } from '../log-queries.ts';
import { alarmNames } from '../names.ts';
import { outlivesInProduction } from '../removal.ts';
import type { Settings } from '../settings.ts';
import type { Alarms } from './alarms.ts';

/**
 * One line per request. It contains no query string, because filters may contain names chosen by a caller, and no path,
 * because the paths of pages contain tokens that give access to them.
 */
const accessLogLine = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  sourceAddress: '$context.identity.sourceIp',
  responseBytes: '$context.responseLength',
};

/** Within five minutes: a hundredth of what the throttle alone lets through. */
const forbiddenCalls = 3000;

interface PublicApiProps {
  readonly settings: Settings;
  readonly alarms: Alarms;
  readonly gateway: Gateway;
}

/** The differences between the HTTP APIs of a stage. */
export interface Gateway {
  readonly apiName: string;
  readonly requestsPerSecond: number;
  readonly serverErrors: { readonly alarm: string; readonly meaning: string };
}

/**
 * An HTTP API without its routes, which the stacks of the endpoints add. Its throttle protects the account's Lambda
 * concurrency, and the other API of the stage, from a flood of calls.
 */
export class PublicApi extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    const { settings, alarms, gateway } = props;
    this.api = new HttpApi(this, 'HttpApi', {
      apiName: gateway.apiName,
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: [...cors.origins],
        allowMethods: cors.methods.map((method) => CorsHttpMethod[method]),
        allowHeaders: [...cors.requestHeaders],
        exposeHeaders: [...cors.responseHeaders],
        maxAge: Duration.seconds(cors.maxAgeSeconds),
      },
    });
    const logGroup = new LogGroup(this, 'AccessLogs', {
      logGroupName: accessLogName(this),
      retention: settings.stage === 'prod' ? RetentionDays.ONE_YEAR : RetentionDays.ONE_MONTH,
      removalPolicy: outlivesInProduction(settings),
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: gateway.requestsPerSecond, burstLimit: gateway.requestsPerSecond },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
      },
    });
    alarms.raise(this, gateway.serverErrors.alarm, {
      metric: this.api.metricServerError({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 5,
      severity: 'high',
      tellsEnd: true,
      meaning: gateway.serverErrors.meaning,
    });
    countForbiddenCalls(this, settings, logGroup);
  }
}

/**
 * The gateway lists every log group that it writes to in one policy per account and region, which has room for a few
 * dozen. Groups with this prefix share an entry. The stack's own id keeps the name free for a stack that is created
 * again after one whose logs are kept.
 */
function accessLogName(scope: Construct): string {
  const { stackName, stackId } = Stack.of(scope);
  return `${vendedLogs}${stackName}-${Fn.select(2, Fn.split('/', stackId))}`;
}

/** Both APIs of a stage count toward the same metric. */
function countForbiddenCalls(scope: Construct, { stage }: Settings, logGroup: LogGroup): void {
  new MetricFilter(scope, 'Forbidden', {
    logGroup,
    filterPattern: FilterPattern.stringValue('$.status', '=', '403'),
    metricNamespace: `Sluice/${stage}`,
    metricName: alarmNames.forbiddenCalls,
  });
}

/**
 * Calls that bypass the edge are refused by functions, so they cost something (docs/adr/0035). Large numbers of them
 * are noticed.
 */
export function raiseForbiddenAlarm(scope: Construct, alarms: Alarms, { stage }: Settings): void {
  alarms.raise(scope, alarmNames.forbiddenCalls, {
    metric: new Metric({
      namespace: `Sluice/${stage}`,
      metricName: alarmNames.forbiddenCalls,
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    threshold: forbiddenCalls,
    severity: 'low',
    tellsEnd: true,
    meaning: `${forbiddenCalls} calls were refused as forbidden in five minutes.`,
  });
}
