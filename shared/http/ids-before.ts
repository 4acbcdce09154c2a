import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** What CloudFront makes: base64url with padding. Anything else in the header is a caller's invention. */
const edgeId = /^[\w-]{20,80}={0,2}$/;

/** The ids that a request was given on its way here: by them it is found in the logs of the gateway and of CloudFront. */
export function idsBefore({ requestContext, headers }: APIGatewayProxyEventV2) {
  const given = headers['x-amz-cf-id'];
  return {
    gatewayRequestId: requestContext.requestId,
    ...(given !== undefined && edgeId.test(given) && { edgeRequestId: given }),
  };
}
