import { createServer, type Server } from 'node:net';
import { StartError } from '../process/start-error.ts';

/** @throws {StartError} when it is impossible to listen on the address */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? `port ${port} is in use. Choose another with --port N.` : error.message;
      reject(new StartError(`Cannot listen on ${host}: ${reason}`));
    });
    server.listen(port, host, resolve);
  });
}

/**
 * Checks the address before anything else is started, so that a start does not fail at its end.
 * @throws {StartError}
 */
export async function checkAddress(host: string, port: number): Promise<void> {
  const trial = createServer();
  await listen(trial, host, port);
  await new Promise((resolve) => trial.close(resolve));
}

/** The origin at which this machine reaches a server. A server on all addresses also answers on loopback. */
export function originOf(host: string, port: number): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = everywhere[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
