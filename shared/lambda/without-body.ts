import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

type Result = APIGatewayProxyStructuredResultV2;

/**
 * An answer to HEAD has the status and headers of one to GET, and no body. This does not depend on whether the gateway
 * removes the body; the server on one machine does, and reports its length.
 */
export async function withoutBodyOfHead(event: APIGatewayProxyEventV2, answer: Promise<Result>): Promise<Result> {
  if (event.requestContext.http.method !== 'HEAD') return answer;
  const { body: _, isBase64Encoded: __, ...head } = await answer;
  return { ...head, body: '' };
}
