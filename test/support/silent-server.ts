import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on loopback that accepts connections and leaves requests unanswered, until the test ends. */
export interface SilentServer {
  readonly port: number;
  readonly endpoint: string;
  /** Of each connection that was made: whether its client has closed it. */
  readonly closed: boolean[];
}

/** The beginning of an answer whose end never comes. */
export const halfAnswer = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":';

/** @param says what every request is answered with; nothing by default */
export async function silentServer(says = ''): Promise<SilentServer> {
  const closed: boolean[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const index = closed.push(false) - 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed[index] = true;
    });
    socket.once('data', () => socket.write(says));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, endpoint: `http://127.0.0.1:${port}`, closed };
}
