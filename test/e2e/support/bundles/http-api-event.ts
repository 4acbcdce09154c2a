import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** What CloudFront adds, and what a call has that CloudFront forwarded. */
interface Edge {
  readonly originSecret: string;
  readonly routeKey: string;
}

/** Bodies that an HTTP API hands over as text. It encodes all others in base64, those of forms too. */
const asText = /^(text\/|application\/(json|javascript|xml))/;

/**
 * The event of an HTTP API behind CloudFront, payload format 2.0, in the words of AWS: names of headers in lower case,
 * cookies apart from them, a whole request context.
 * @param event the same request as the gateway of one machine hands it over
 */
export function httpApiEvent(event: APIGatewayProxyEventV2, { originSecret, routeKey }: Edge): APIGatewayProxyEventV2 {
  const { rawPath, rawQueryString, pathParameters, requestContext } = event;
  const { method, sourceIp } = requestContext.http;
  const { cookie: _, ...sent } = event.headers;
  const headers = {
    ...sent,
    'content-length': String(Buffer.byteLength(event.body ?? '')),
    host: 'a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com',
    'user-agent': 'Amazon CloudFront',
    via: '1.1 0123456789abcdef.cloudfront.net (CloudFront)',
    'x-amz-cf-id': randomUUID(),
    'x-amzn-trace-id': `Root=1-69a00000-${'0'.repeat(24)}`,
    'x-forwarded-for': `${sourceIp}, 130.176.1.1`,
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
    'x-origin-secret': originSecret,
    'x-viewer-address': sourceIp,
  };
  const query = Object.fromEntries(new URLSearchParams(rawQueryString));
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    headers,
    ...(event.cookies && { cookies: event.cookies }),
    ...(rawQueryString && { queryStringParameters: query }),
    ...(Object.keys(pathParameters ?? {}).length > 0 && { pathParameters }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3d4e5',
      domainName: headers.host,
      domainPrefix: 'a1b2c3d4e5',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '130.176.1.1', userAgent: headers['user-agent'] },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey,
      stage: '$default',
      time: '12/Mar/2026:19:03:58 +0000',
      timeEpoch: 1_583_348_638_390,
    },
    ...bodyOf(event),
  };
}

function bodyOf({ body, headers, isBase64Encoded }: APIGatewayProxyEventV2) {
  if (!body) return { isBase64Encoded: false };
  if (isBase64Encoded || asText.test(headers['content-type'] ?? '')) return { body, isBase64Encoded };
  return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
}
