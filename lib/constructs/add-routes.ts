import { Stack, Validations } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

interface Routes {
  /** `GET /docs`, or `$default` for everything that no other route matches. */
  readonly keys: readonly string[];
  /** Why they have no authorizer. */
  readonly whyOpen: string;
  /** Distinguishes the ids of these routes from those that the function has at another API. */
  readonly prefix?: string;
}

/** Routes requests to a function, which can then be invoked only with these methods and paths. */
export function addRoutes(scope: Construct, api: IHttpApi, to: ServiceFunction, routes: Routes): void {
  const { keys, whyOpen, prefix = '' } = routes;
  const integration = new CfnIntegration(scope, `${prefix}Integration`, {
    apiId: api.apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: to.lambda.functionArn,
    payloadFormatVersion: '2.0',
  });
  for (const [index, key] of keys.entries()) {
    // The first one has no number, so that functions with one route keep their CloudFormation names.
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

/** Adds the same routes to the API for the web, which CloudFront asks for them (docs/adr/0063). */
export function addWebRoutes(scope: Construct, webApi: IHttpApi, to: ServiceFunction, routes: Routes): void {
  addRoutes(scope, webApi, to, { ...routes, prefix: 'Web' });
}
