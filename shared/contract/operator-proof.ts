import { sha256Hex } from '../ground/signatures/canonical.ts';

/**
 * How an operator proves in AWS who they are: they sign a call of STS's `GetCallerIdentity` and hand over its headers,
 * and the function makes the call. Everything in it that is not named here the function knows by itself.
 */

/** The only call that is made with an operator's signature. */
export const identityBody = 'Action=GetCallerIdentity&Version=2011-06-15';
export const identityContentType = 'application/x-www-form-urlencoded; charset=utf-8';

/** Carries the hash of what is asked for, so that the signature is good for nothing else. */
export const bindingHeader = 'x-sluice-operation';

/** The headers that an operator hands over. */
export const proofHeaders = ['authorization', 'x-amz-date', 'x-amz-security-token', bindingHeader] as const;

/** The headers that must be signed, in SigV4's notation; `hasToken` with temporary credentials. */
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

/** Lower-case hexadecimal SHA-256 of a request. JSON keeps the order of fields, so both sides make the same text. */
export function bindingOf({ stage, operation, input, idempotencyKey }: BoundRequest): string {
  return sha256Hex(JSON.stringify([stage, operation, input, idempotencyKey ?? null]));
}

/**
 * STS of a region. Only the environment that also tells the AWS SDK may name another place, as an emulator needs it.
 * @throws Error for what is not the name of a region
 */
export function stsEndpoint(region: string, environment: Readonly<Record<string, string | undefined>>): URL {
  if (!/^[a-z0-9-]{1,32}$/.test(region)) throw new Error(`${region} is not the name of a region`);
  const other = environment.AWS_ENDPOINT_URL_STS || environment.AWS_ENDPOINT_URL;
  return new URL('/', other || `https://sts.${region}.${domainOfRegion(region)}`);
}

/** The domain of the addresses of AWS's services in a region. */
export function domainOfRegion(region: string): string {
  if (region.startsWith('cn-')) return 'amazonaws.com.cn';
  return region.startsWith('eusc-') ? 'amazonaws.eu' : 'amazonaws.com';
}
