import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { apiStack } from '../http/api-stack.ts';
import { type HttpHandler, handleWith } from '../http/handle-with.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type ExtraPorts, runtimeFromEnvironment } from './from-environment.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';
import { withoutBodyOfHead } from './without-body.ts';

/** What Lambda calls. */
export type EndpointHandler = (
  event: APIGatewayProxyEventV2,
  invocation: Invocation,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** An endpoint that is no page: pages go through another stack, `servePage`. */
type ApiEndpoint = AnyEndpoint & { readonly page?: never };

/**
 * The Lambda handler of an endpoint. The runtime is made at the first call: importing a declaration starts nothing.
 *
 * @param ports ports that few functions need, so that the other bundles do not carry them
 */
export function serve(endpoint: ApiEndpoint, ports: ExtraPorts = {}): EndpointHandler {
  return atFirstCall((runtime) => handleWith(apiStack, endpoint, runtime), ports);
}

/** Makes a handler at its first call. */
export function atFirstCall(create: (runtime: Runtime) => HttpHandler, ports: ExtraPorts = {}): EndpointHandler {
  let handler: HttpHandler | undefined;
  return (event, invocation) =>
    withinInvocation(invocation, () => {
      handler ??= create(runtimeFromEnvironment(ports));
      return withoutBodyOfHead(event, handler(event));
    });
}
