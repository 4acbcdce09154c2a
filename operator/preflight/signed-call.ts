import { type BinaryLike, createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { STSClient } from '@aws-sdk/client-sts';
import { SignatureV4 } from '@smithy/signature-v4';
import { domainOfRegion } from '../../shared/contract/operator-proof.ts';

/** Node's hash, in the form that the signer needs. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: unknown) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as BinaryLike);
  }

  update(data: unknown): void {
    this.#hash.update(data as BinaryLike);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {}
}

const timeoutMs = 10_000;

export interface SignedCall {
  /** The service's abbreviation in addresses and signatures, such as `ssm`. */
  readonly service: string;
  readonly region: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts one call under the caller's AWS identity, to a service for which a client would be another package. */
export async function signedCall({ service, region, headers, body }: SignedCall): Promise<Response> {
  const { credentials } = new STSClient({ region }).config;
  const url = new URL(
    process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ??
      process.env.AWS_ENDPOINT_URL ??
      `https://${service}.${region}.${domainOfRegion(region)}`,
  );
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const signed = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: '/',
    headers: { host: url.host, ...headers },
    body,
  });
  return fetch(url, { method: 'POST', headers: signed.headers, body, signal: AbortSignal.timeout(timeoutMs) });
}
