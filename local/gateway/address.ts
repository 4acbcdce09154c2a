import { createServer, type Server } from 'node:net';
import { StartError } from '../process/start-error.ts';

/** @throws {StartError} when the address cannot be listened on. */
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
 * Checks the address before anything else is started, so that a start does not fail at its end. @throws {StartError}
 */
export async function checkAddress(host: string, port: number): Promise<void> {
  const trial = createServer();
  await listen(trial, host, port);
  await new Promise((resolve) => trial.close(resolve));
}

/** The origin by which this machine calls a server. A server on every address also answers on the loopback one. */
export function originOf(host: string, port: number): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = everywhere[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
