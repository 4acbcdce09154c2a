import { type BinaryLike, createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { STSClient } from '@aws-sdk/client-sts';
import { SignatureV4 } from '@smithy/signature-v4';

/** Node's own, in the form that the signer takes. */
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

/**
 * Reads a parameter of Systems Manager: one signed call, for which another client of AWS would be one more package.
 * @returns undefined where there is none
 */
export async function readParameter(region: string, name: string): Promise<string | undefined> {
  const { credentials } = new STSClient({ region }).config;
  const url = new URL(
    process.env.AWS_ENDPOINT_URL_SSM ?? process.env.AWS_ENDPOINT_URL ?? `https://ssm.${region}.amazonaws.com`,
  );
  const body = JSON.stringify({ Name: name });
  const signer = new SignatureV4({ service: 'ssm', region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: '/',
    headers: { host: url.host, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' },
    body,
  });
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
  const answer = await response.json();
  if (response.ok) return answer.Parameter.Value;
  if (String(answer.__type).endsWith('ParameterNotFound')) return undefined;
  throw Object.assign(new Error(answer.message), { name: String(answer.__type) });
}
