import type { Server } from 'node:http';

/** Stops a server once what it has begun is answered, and ends the connections that are still open after the grace. */
export async function stopServer(server: Server, graceMs: number): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}
