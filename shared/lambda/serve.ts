import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { sealing } from '../capabilities/sealing.ts';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { apiStack } from '../http/api-stack.ts';
import { type HttpHandler, handleWith } from '../http/handle-with.ts';
import type { EdgeRuntime } from '../ports/runtime.ts';
import { lambdaRuntime, type Used } from './lambda-runtime.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';
import { withoutBodyOfHead } from './without-body.ts';

/** What Lambda calls. */
export type EndpointHandler = (
  event: APIGatewayProxyEventV2,
  invocation: Invocation,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** An endpoint that is not a page. Pages use another stack, `servePage`. */
type ApiEndpoint = AnyEndpoint & { readonly page?: never };

/**
 * The Lambda handler of an endpoint. The runtime is created at the first call, so that importing a declaration starts
 * nothing.
 */
export function serve(endpoint: ApiEndpoint, used: Used): EndpointHandler {
  return atFirstCall((runtime) => handleWith(apiStack, endpoint, runtime), used);
}

/** Every endpoint checks the origin secret and may seal a challenge. Its grants follow from its declaration. */
const edgeSecrets = { ports: sealing.ports };

/** Creates a handler at its first call. */
export function atFirstCall(create: (runtime: EdgeRuntime) => HttpHandler, used: Used): EndpointHandler {
  let handler: HttpHandler | undefined;
  return (event, invocation) =>
    withinInvocation(invocation, () => {
      handler ??= create(lambdaRuntime({ ...used, capabilities: [edgeSecrets, ...used.capabilities] }));
      return withoutBodyOfHead(event, handler(event));
    });
}
