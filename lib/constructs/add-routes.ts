import { Stack, Validations } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

interface Routes {
  /** `GET /docs`, or `$default` for whatever no other route matches. */
  readonly keys: readonly string[];
  /** Why they have no authorizer. */
  readonly whyOpen: string;
  /** Tells the ids of these routes from those that the function has at another API. */
  readonly prefix?: string;
}

/** Leads requests to a function, which may then be invoked by these methods and paths only. */
export function addRoutes(scope: Construct, api: IHttpApi, to: ServiceFunction, routes: Routes): void {
  const { keys, whyOpen, prefix = '' } = routes;
  const integration = new CfnIntegration(scope, `${prefix}Integration`, {
    apiId: api.apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: to.lambda.functionArn,
    payloadFormatVersion: '2.0',
  });
  for (const [index, key] of keys.entries()) {
    // The first has no number, so that functions of one route keep their names in CloudFormation.
    const suffix = index === 0 ? '' : `${index + 1}`;
    const route = new CfnRoute(scope, `${prefix}Route${suffix}`, {
      apiId: api.apiId,
      routeKey: key,
      target: `integrations/${integration.ref}`,
      authorizationType: 'NONE',
    });
    Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: whyOpen });
    to.lambda.addPermission(`${prefix}Invoke${suffix}`, {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(scope).formatArn({
        service: 'execute-api',
        resource: api.apiId,
        // Any stage, this method and path only: 'GET /x' -> '*/GET/x'.
        resourceName: `*/${key.replace(' ', '')}`,
      }),
    });
  }
}

/** The same routes at the API for the web, which CloudFront asks for them (docs/adr/0063). */
export function addWebRoutes(scope: Construct, webApi: IHttpApi, to: ServiceFunction, routes: Routes): void {
  addRoutes(scope, webApi, to, { ...routes, prefix: 'Web' });
}
