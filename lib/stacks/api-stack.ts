import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import type { Alarms } from '../constructs/alarms.ts';
import { PublicApi } from '../constructs/public-api.ts';
import type { Settings } from '../settings.ts';

/** The HTTP API; its routes are in the stacks of the domains. */
export class ApiStack extends Stack {
  readonly publicApi: PublicApi;

  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { readonly settings: Settings; readonly alarms: Alarms },
  ) {
    super(scope, id, props);
    this.publicApi = new PublicApi(this, 'Api', props);
    // Only the edge imports it. Exported always, so that `edge` can be switched off while that stack is still there.
    this.exportValue(this.publicApi.api.apiEndpoint);
    if (!props.settings.edge) new CfnOutput(this, 'BaseUrl', { value: this.publicApi.api.apiEndpoint + apiPrefix });
  }
}
