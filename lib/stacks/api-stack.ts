import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import type { Alarms } from '../constructs/alarms.ts';
import { PublicApi, raiseForbiddenAlarm } from '../constructs/public-api.ts';
import { alarmNames } from '../names.ts';
import type { Settings } from '../settings.ts';

/** The HTTP API. Its routes are in the stacks of the domains. */
export class ApiStack extends Stack {
  readonly publicApi: PublicApi;

  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { readonly settings: Settings; readonly alarms: Alarms },
  ) {
    super(scope, id, props);
    const { settings, alarms } = props;
    this.publicApi = new PublicApi(this, 'Api', {
      settings,
      alarms,
      gateway: {
        apiName: `Sluice ${settings.stage}`,
        requestsPerSecond: settings.requestsPerSecond,
        serverErrors: {
          alarm: alarmNames.apiServerErrors,
          meaning: 'The API answered 5xx at least five times in five minutes.',
        },
      },
    });
    raiseForbiddenAlarm(this.publicApi, alarms, settings);
    // Only the edge imports it. Always exported, so that `edge` can be switched off while that stack still exists.
    this.exportValue(this.publicApi.api.apiEndpoint);
    new CfnOutput(this, 'ApiId', { value: this.publicApi.api.apiId });
    if (!settings.edge) new CfnOutput(this, 'BaseUrl', { value: this.publicApi.api.apiEndpoint + apiPrefix });
  }
}
