import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createIssuer, type Issuer, newIssuerKey } from '../../local/people/issuer.ts';
import { createAuthority } from './certificates.ts';

/** A token issuer whose keys are fetched over TLS, like those of a stage. */
export interface TlsIssuer extends Issuer {
  /** The certificate authority that its clients must trust: a PEM file, for `NODE_EXTRA_CA_CERTS`. */
  readonly caFile: string;
  stop(): void;
}

/** @param directory to which the authority's certificate is written */
export async function startTlsIssuer(directory: string): Promise<TlsIssuer> {
  const authority = createAuthority();
  const caFile = join(directory, 'issuer-ca.pem');
  writeFileSync(caFile, authority.ca);
  const server = createServer(authority.issue({ ip: '127.0.0.1' }), ({ url }, response) => {
    const status = url === '/.well-known/jwks.json' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(issuer.keys));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = await createIssuer(
    await newIssuerKey(),
    `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  return {
    ...issuer,
    caFile,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
