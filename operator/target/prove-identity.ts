import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { STSClient } from '@aws-sdk/client-sts';
import { SignatureV4 } from '@smithy/signature-v4';
import {
  type BoundRequest,
  bindingHeader,
  bindingOf,
  identityBody,
  identityContentType,
  proofHeaders,
  stsEndpoint,
} from '../../shared/contract/operator-proof.ts';

/** The credentials for a signature, as a client of the AWS SDK has them. */
export type Signer = Pick<STSClient['config'], 'credentials' | 'region'>;

/**
 * Signs a call of `GetCallerIdentity` that is valid for one request of an operation, for a minute.
 * @param sts the address of STS, if it is not that of the region
 * @returns the headers to send
 */
export async function proveIdentity(
  { credentials, region }: Signer,
  request: BoundRequest,
  sts?: URL,
): Promise<Record<string, string>> {
  const signedRegion = await region();
  const url = sts ?? stsEndpoint(signedRegion, process.env);
  // Without a checksum header: the signature covers the body in any case.
  const signer = new SignatureV4({
    credentials,
    region: signedRegion,
    service: 'sts',
    sha256: Sha256,
    applyChecksum: false,
  });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: '/',
    query: {},
    headers: { host: url.host, 'content-type': identityContentType, [bindingHeader]: bindingOf(request) },
    body: identityBody,
  });
  return Object.fromEntries(proofHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
}

/** SHA-256 in the form that the signer needs; with a key it is an HMAC. */
class Sha256 {
  readonly #secret: Uint8Array | string | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret === undefined ? undefined : bytesOf(secret);
    this.#hash = this.#begin();
  }

  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(chunk));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = this.#begin();
  }

  #begin(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret);
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array | string {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
