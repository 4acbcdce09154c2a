import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CorsHttpMethod, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { cors } from '../../shared/contract/cors.ts';
import { alarmNames } from '../names.ts';
import { outlivesInProduction } from '../removal.ts';
import type { Settings } from '../settings.ts';
import type { Alarms } from './alarms.ts';

/**
 * One line per request. It has no query string, because filters may hold names that a caller chose, and no path, because
 * those of pages hold the token that opens them.
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

/** In five minutes: a hundredth of what the throttle lets through by itself. */
const forbiddenCalls = 3000;

interface PublicApiProps {
  readonly settings: Settings;
  readonly alarms: Alarms;
}

/**
 * The HTTP API without its routes, which the stacks of the endpoints add. Its throttle keeps a flood of calls away from
 * the account's Lambda concurrency.
 */
export class PublicApi extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    const { settings, alarms } = props;
    this.api = new HttpApi(this, 'HttpApi', {
      apiName: `Sluice ${settings.stage}`,
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
      retention: settings.stage === 'prod' ? RetentionDays.ONE_YEAR : RetentionDays.ONE_MONTH,
      removalPolicy: outlivesInProduction(settings),
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: settings.requestsPerSecond, burstLimit: settings.requestsPerSecond },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
      },
    });
    alarms.raise(this, alarmNames.apiServerErrors, {
      metric: this.api.metricServerError({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 5,
      severity: 'high',
      tellsEnd: true,
      meaning: 'The API answered 5xx at least five times in five minutes.',
    });
    this.raiseForbiddenAlarm(props, logGroup);
  }

  /** Calls beside the edge are refused by functions, so they cost something (docs/adr/0035): many of them are noticed. */
  private raiseForbiddenAlarm({ settings, alarms }: PublicApiProps, logGroup: LogGroup): void {
    const filter = new MetricFilter(this, 'Forbidden', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.status', '=', '403'),
      metricNamespace: `Sluice/${settings.stage}`,
      metricName: alarmNames.forbiddenCalls,
    });
    alarms.raise(this, alarmNames.forbiddenCalls, {
      metric: filter.metric({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: forbiddenCalls,
      severity: 'low',
      tellsEnd: true,
      meaning: `The API refused ${forbiddenCalls} calls in five minutes as forbidden.`,
    });
  }
}
