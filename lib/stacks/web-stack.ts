import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Alarms } from '../constructs/alarms.ts';
import { PublicApi } from '../constructs/public-api.ts';
import { alarmNames } from '../names.ts';
import type { Settings } from '../settings.ts';

/**
 * A second HTTP API behind CloudFront, for browsers: pages, documentation and unknown paths. It has its own throttle,
 * so that many readers of one link take nothing from callers of the API (docs/adr/0063).
 */
export class WebStack extends Stack {
  readonly webApi: PublicApi;

  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { readonly settings: Settings; readonly alarms: Alarms },
  ) {
    super(scope, id, props);
    const { settings, alarms } = props;
    this.webApi = new PublicApi(this, 'Web', {
      settings,
      alarms,
      gateway: {
        apiName: `Sluice ${settings.stage} web`,
        requestsPerSecond: settings.webRequestsPerSecond,
        serverErrors: {
          alarm: alarmNames.webServerErrors,
          meaning: 'Pages or documentation answered 5xx at least five times in five minutes.',
        },
      },
    });
    new CfnOutput(this, 'ApiId', { value: this.webApi.api.apiId });
  }
}
