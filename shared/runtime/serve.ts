import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createHandler, type HttpHandler } from '../http/create-handler.ts';
import type { AnyEndpoint } from '../http/endpoint.ts';
import { runtimeFromEnvironment } from './from-environment.ts';

/** The Lambda handler of an endpoint. The runtime is made at the first call: importing a declaration starts nothing. */
export function serve(endpoint: AnyEndpoint): HttpHandler {
  let handler: HttpHandler | undefined;
  return (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    handler ??= createHandler(endpoint, runtimeFromEnvironment());
    return handler(event);
  };
}
