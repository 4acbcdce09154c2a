import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type AnyEndpoint, fullPath, methodsOf, usesOf } from '../../shared/contract/endpoint.ts';
import { endpointTimeoutSeconds } from '../../shared/contract/endpoint-timeout.ts';
import type { Settings } from '../settings.ts';
import { addRoutes, addWebRoutes } from './add-routes.ts';
import { grantCapabilities, type StageParts } from './capabilities/grant-capabilities.ts';
import type { PaymentsTable } from './payments-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StageSecret } from './stage-secret.ts';

export interface ApiEndpointProps {
  readonly settings: Settings;
  readonly endpoint: AnyEndpoint;
  readonly code: Code;
  readonly api: IHttpApi;
  /** Absent if there is no CloudFront. */
  readonly webApi: IHttpApi | undefined;
  readonly table: PaymentsTable;
  /** What its capabilities are granted and passed. */
  readonly parts: StageParts;
  /** Absent if there is no CloudFront. The function then checks no origin. */
  readonly originSecret?: StageSecret;
}

/** One endpoint: its Lambda function, its route and what its declaration permits it to do with the table. */
export class ApiEndpoint extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: ApiEndpointProps) {
    super(scope, id);
    const { endpoint, table } = props;
    this.function = new ServiceFunction(this, 'Function', {
      settings: props.settings,
      code: props.code,
      description: `${routeKey(endpoint)}: ${endpoint.summary}`.slice(0, 256),
      service: endpoint.operation,
      timeoutSeconds: endpointTimeoutSeconds,
    });
    this.grantTable(endpoint, table);
    grantCapabilities(this.function, usesOf(endpoint), props.parts);
    if (endpoint.index) table.grantIndex(this.function, endpoint.index);
    props.originSecret?.grantRead(this.function);
    const routes = {
      keys: routeKeys(endpoint),
      whyOpen: endpoint.page
        ? 'The function itself compares the token in the path with the hash on the resource that it names.'
        : "The function itself verifies the request's signature over the raw bytes, which no authorizer is given.",
    };
    addRoutes(this, props.api, this.function, routes);
    if (props.webApi && isForTheWeb(endpoint)) addWebRoutes(this, props.webApi, this.function, routes);
  }

  private grantTable({ tableAccess, page }: AnyEndpoint, table: PaymentsTable): void {
    if (tableAccess === 'none') table.nameTo(this.function);
    else if (page) table.grantPage(this.function, page, tableAccess);
    else if (tableAccess === 'read') table.grantRead(this.function);
    else table.grantWrite(this.function);
  }
}

/** Whether browsers call it rather than integrators: a page, or the answer to an unknown path. */
export function isForTheWeb(endpoint: AnyEndpoint): boolean {
  return endpoint.page !== undefined || routeKey(endpoint) === '$default';
}

/** The keys of all routes that lead to an endpoint. */
export function routeKeys(endpoint: AnyEndpoint): string[] {
  const key = routeKey(endpoint);
  return key === '$default' ? [key] : methodsOf(endpoint).map((method) => `${method} ${fullPath(endpoint)}`);
}

/** The key of an endpoint's own route. The endpoint that answers calls of unknown routes gets the gateway's catch-all. */
export function routeKey(endpoint: AnyEndpoint): string {
  if (endpoint.operation === 'routeNotFound') return '$default';
  return `${endpoint.method} ${fullPath(endpoint)}`;
}
