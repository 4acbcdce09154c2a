import { sign } from 'node:crypto';
import type { KeyOptions } from '../../client/src/index.ts';
import type { Credentials } from './service.ts';

type Options = Pick<KeyOptions, 'apiKey' | 'fetch'>;

/** An API key whose client signs another idempotency key than it was given. */
export function keySignedAs(idempotencyKey: string, { key, privateKey }: Credentials): Options['apiKey'] {
  const signed = (text: string) => text.split('\n').with(4, idempotencyKey).join('\n');
  return { id: key.id, sign: (text) => sign('sha256', Buffer.from(signed(text)), privateKey) };
}

/** Options of a client that signs and sends an idempotency key that the client itself would refuse. */
export function keySentAs(idempotencyKey: string, credentials: Credentials): Options {
  return {
    apiKey: keySignedAs(idempotencyKey, credentials),
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('idempotency-key', idempotencyKey);
      return fetch(input, { ...init, headers });
    },
  };
}
