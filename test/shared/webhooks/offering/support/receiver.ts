import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Credentials } from '../../../../../scripts/support/certificates.ts';

/** An integrator's server, real and on loopback; it stops when the test has finished. */
export interface Receiver {
  readonly port: number;
  /** `http://127.0.0.1:port/hooks`, or https. */
  readonly url: string;
  /** All connections ever accepted. */
  readonly connections: readonly Socket[];
  /** Bytes received, over all connections. */
  bytesRead(): number;
}

/** One that speaks HTTP. */
export function receive(listener: RequestListener): Promise<Receiver> {
  return listen(createServer(listener), 'http');
}

/** One that speaks HTTPS with a certificate of its own. */
export function receiveSecurely(credentials: Credentials, listener: RequestListener): Promise<Receiver> {
  return listen(createSecureServer(credentials, listener), 'https');
}

/** One that does with each connection what it likes. */
export function accept(onConnection: (socket: Socket) => void, scheme = 'http'): Promise<Receiver> {
  return listen(createRawServer(onConnection), scheme);
}

/** One that writes the same bytes to everybody who has asked for something, and closes. */
export function answering(bytes: string): Promise<Receiver> {
  return accept((socket) => socket.once('data', () => socket.end(bytes)));
}

async function listen(server: Server, scheme: string): Promise<Receiver> {
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    connections.push(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of connections) socket.destroy();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  const bytesRead = () => connections.reduce((sum, socket) => sum + socket.bytesRead, 0);
  return { port, url: `${scheme}://127.0.0.1:${port}/hooks`, connections, bytesRead };
}
