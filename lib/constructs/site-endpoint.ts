import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import { endpointTimeoutSeconds } from '../../shared/contract/endpoint-timeout.ts';
import { type Site, siteRouteKeys } from '../../shared/contract/site.ts';
import type { Settings } from '../settings.ts';
import { addRoutes, addWebRoutes } from './add-routes.ts';
import { ServiceFunction } from './service-function.ts';
import type { StageSecret } from './stage-secret.ts';

interface SiteEndpointProps {
  readonly settings: Settings;
  readonly site: Site;
  readonly code: Code;
  readonly api: IHttpApi;
  /** Absent if there is no CloudFront. */
  readonly webApi: IHttpApi | undefined;
  /** Absent if there is no CloudFront. */
  readonly originSecret: StageSecret | undefined;
}

/** A site: its routes and its Lambda function, which is deployed with its files and can read nothing else. */
export class SiteEndpoint extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: SiteEndpointProps) {
    super(scope, id);
    const { settings, site, code, api, webApi, originSecret } = props;
    this.function = new ServiceFunction(this, 'Function', {
      settings,
      code,
      description: site.summary,
      service: site.name,
      timeoutSeconds: endpointTimeoutSeconds,
    });
    originSecret?.grantRead(this.function);
    const keys = siteRouteKeys(site);
    const whyOpen = 'The pages are the same for everybody, and public.';
    addRoutes(this, api, this.function, { keys, whyOpen });
    // CloudFront asks the API's own gateway for everything below the API's prefix.
    const ofWeb = keys.filter((key) => !key.includes(` ${apiPrefix}/`));
    if (webApi) addWebRoutes(this, webApi, this.function, { keys: ofWeb, whyOpen });
  }
}
