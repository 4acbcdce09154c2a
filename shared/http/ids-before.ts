import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The form of CloudFront's ids: base64url with padding. Anything else in the header was made up by a caller. */
const edgeId = /^[\w-]{20,80}={0,2}$/;

/** The ids that a request received on its way here, for finding it in the logs of the gateway and of CloudFront. */
export function idsBefore({ requestContext, headers }: APIGatewayProxyEventV2) {
  const given = headers['x-amz-cf-id'];
  return {
    gatewayRequestId: requestContext.requestId,
    ...(given !== undefined && edgeId.test(given) && { edgeRequestId: given }),
  };
}
