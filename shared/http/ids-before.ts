import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Matches CloudFront's ids: base64url with padding. Anything else in the header was made up by a caller. */
const edgeId = /^[\w-]{20,80}={0,2}$/;

/** Returns the ids that the gateway and CloudFront gave to a request, so that it can be found in their logs. */
export function idsBefore({ requestContext, headers }: APIGatewayProxyEventV2) {
  const given = headers['x-amz-cf-id'];
  return {
    gatewayRequestId: requestContext.requestId,
    ...(given !== undefined && edgeId.test(given) && { edgeRequestId: given }),
  };
}
