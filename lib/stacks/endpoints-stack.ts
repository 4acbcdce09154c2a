import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Discovered } from '../../functions/discover.ts';
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import type { Site } from '../../shared/contract/site.ts';
import { raiseFunctionAlarms } from '../constructs/alarms/function-alarms.ts';
import { ApiEndpoint } from '../constructs/api-endpoint.ts';
import { together } from '../constructs/capabilities/grant-capabilities.ts';
import type { PublicApi } from '../constructs/public-api.ts';
import { SiteEndpoint } from '../constructs/site-endpoint.ts';
import type { CodeOf } from '../function-code.ts';
import { pascalCase } from '../names.ts';
import { pagesUrlOf, type Settings } from '../settings.ts';
import type { FoundationStack } from './foundation-stack.ts';

export interface EndpointsStackProps extends StackProps {
  readonly settings: Settings;
  readonly domain: string;
  readonly endpoints: readonly Discovered<AnyEndpoint>[];
  readonly sites: readonly Discovered<Site>[];
  readonly codeOf: CodeOf;
  readonly foundation: FoundationStack;
  readonly publicApi: PublicApi;
  /** Undefined if there is no CloudFront. */
  readonly webApi: PublicApi | undefined;
}

/** The endpoints of one domain, and what it serves besides the API. */
export class EndpointsStack extends Stack {
  constructor(scope: Construct, id: string, props: EndpointsStackProps) {
    super(scope, id, props);
    const { settings, foundation, codeOf } = props;
    const { api } = props.publicApi;
    const webApi = props.webApi?.api;
    const originSecret = settings.edge ? foundation.originSecret : undefined;
    const pagesUrl = pagesUrlOf(settings, api.apiEndpoint);
    const parts = together(foundation.parts, { resources: {}, facts: { pagesUrl } });
    const endpoints = props.endpoints.map(
      ({ file, declaration }) =>
        new ApiEndpoint(this, pascalCase(declaration.operation), {
          settings,
          endpoint: declaration,
          code: codeOf(file),
          api,
          webApi,
          table: foundation.table,
          parts,
          originSecret,
        }),
    );
    const sites = props.sites.map(
      ({ file, declaration: site }) =>
        new SiteEndpoint(this, pascalCase(site.name), {
          settings,
          site,
          code: codeOf(file),
          api,
          webApi,
          originSecret,
        }),
    );
    raiseFunctionAlarms(
      this,
      foundation.alarms,
      props.domain,
      [...endpoints, ...sites].map((endpoint) => endpoint.function),
    );
  }
}
