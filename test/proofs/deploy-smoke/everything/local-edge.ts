import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from '../../../../local/process/cleanup.ts';
import { apiPrefix } from '../../../../shared/contract/endpoint.ts';
import { gatewayOf } from '../client.ts';
import type { Deployed } from '../deploy.ts';
import type { Cloud } from '../ministack.ts';

/**
 * Stands for CloudFront, which the emulator stores but does not run: it chooses the HTTP API by the path, as the edge does,
 * and adds the headers that the edge adds.
 * @returns the origin, without a path
 */
export async function startLocalEdge(
  cloud: Cloud,
  { apiId, webApiId }: Deployed,
  edgeHeaders: Readonly<Record<string, string>>,
  cleanup: Cleanup,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { url = '/' } = incoming;
    const gateway = gatewayOf(cloud, url.startsWith(`${apiPrefix}/`) ? apiId : webApiId);
    pass(incoming, outgoing, gateway + url, edgeHeaders);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanup.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
  edgeHeaders: Readonly<Record<string, string>>,
): void {
  const { method, headers } = incoming;
  const forwarded = forward(url, { method, headers: { ...headers, host: new URL(url).host, ...edgeHeaders } });
  forwarded.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  incoming.pipe(forwarded);
}
