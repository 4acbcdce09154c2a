import type { Server } from 'node:http';

/**
 * Stops a server once the requests in progress are answered, and closes the connections that are still open after the
 * grace period.
 */
export async function stopServer(server: Server, graceMs: number): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}
