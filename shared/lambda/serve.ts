import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { createHandler, type HttpHandler } from '../http/create-handler.ts';
import { type ExtraPorts, runtimeFromEnvironment } from './from-environment.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';

type EndpointHandler = (
  event: APIGatewayProxyEventV2,
  invocation: Invocation,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * The Lambda handler of an endpoint. The runtime is made at the first call: importing a declaration starts nothing.
 *
 * @param ports ports that few functions need, so that the other bundles do not carry them
 */
export function serve(endpoint: AnyEndpoint, ports: ExtraPorts = {}): EndpointHandler {
  let handler: HttpHandler | undefined;
  return (event, invocation) =>
    withinInvocation(invocation, () => {
      handler ??= createHandler(endpoint, runtimeFromEnvironment(ports));
      return handler(event);
    });
}
