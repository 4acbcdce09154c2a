import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

const gzip = promisify(gzipWithCallback);

/** CloudFront does not compress smaller answers. */
const leastBytes = 1000;

/**
 * Compresses answers that a cache may keep for everyone, as CloudFront does in front of a stage. Other answers stay
 * uncompressed, because the compressed length of a text with a secret reveals something about the secret.
 */
export async function compress(
  result: APIGatewayProxyStructuredResultV2,
  acceptEncoding = '',
): Promise<APIGatewayProxyStructuredResultV2> {
  const { body = '', headers = {}, isBase64Encoded } = result;
  if (isBase64Encoded || body.length < leastBytes || !/\bpublic\b/.test(String(headers['cache-control'])))
    return result;
  const varying = { ...headers, vary: 'accept-encoding' };
  if (!takesGzip(acceptEncoding)) return { ...result, headers: varying };
  return {
    ...result,
    body: (await gzip(body)).toString('base64'),
    isBase64Encoded: true,
    headers: { ...varying, 'content-encoding': 'gzip' },
  };
}

function takesGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(',').some((offer) => /^\s*gzip\s*(;\s*q=(1|0?\.\d*[1-9]).*)?$/i.test(offer));
}
