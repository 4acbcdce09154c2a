import { sha256Hex } from '../ground/signatures/canonical.ts';

/**
 * How operators prove their identity in AWS: they sign a call of STS's `GetCallerIdentity` and supply its headers, and
 * the function makes the call. The function knows everything else in the call itself.
 */

/** The only call that is made with an operator's signature. */
export const identityBody = 'Action=GetCallerIdentity&Version=2011-06-15';
export const identityContentType = 'application/x-www-form-urlencoded; charset=utf-8';

/** Carries the hash of the request, so that the signature cannot be used for anything else. */
export const bindingHeader = 'x-sluice-operation';

/** The headers that an operator supplies. */
export const proofHeaders = ['authorization', 'x-amz-date', 'x-amz-security-token', bindingHeader] as const;

/** The headers that must be signed, in SigV4 notation; `hasToken` with temporary credentials. */
export function signedHeaders(hasToken: boolean): string {
  return `content-type;host;x-amz-date;${hasToken ? 'x-amz-security-token;' : ''}${bindingHeader}`;
}

/** What a signature is bound to. */
export interface BoundRequest {
  readonly stage: string;
  readonly operation: string;
  /** JSON. */
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** Lower-case hexadecimal SHA-256 of a request. JSON keeps the order of fields, so both sides produce the same text. */
export function bindingOf({ stage, operation, input, idempotencyKey }: BoundRequest): string {
  return sha256Hex(JSON.stringify([stage, operation, input, idempotencyKey ?? null]));
}

/**
 * The STS endpoint of a region. Only an environment variable that also configures the AWS SDK can override it, as an
 * emulator requires.
 * @throws Error if this is not the name of a region
 */
export function stsEndpoint(region: string, environment: Readonly<Record<string, string | undefined>>): URL {
  if (!/^[a-z0-9-]{1,32}$/.test(region)) throw new Error(`${region} is not the name of a region`);
  const other = environment.AWS_ENDPOINT_URL_STS || environment.AWS_ENDPOINT_URL;
  return new URL('/', other || `https://sts.${region}.${domainOfRegion(region)}`);
}

/** The domain of AWS service endpoints in a region. */
export function domainOfRegion(region: string): string {
  if (region.startsWith('cn-')) return 'amazonaws.com.cn';
  return region.startsWith('eusc-') ? 'amazonaws.eu' : 'amazonaws.com';
}
