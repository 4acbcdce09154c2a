import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type FeedEvent, verifyWebhook } from '../../client/src/index.ts';

/** The merchant's server, on a free loopback port. */
export interface WebhookReceiver {
  readonly url: string;
  /** The secret. Deliveries that are not signed with it are refused; until it is set, all are. */
  secret: string;
  /** The verified events in the order of their arrival. */
  readonly events: readonly FeedEvent[];
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const events: FeedEvent[] = [];
  const server = createServer(async (request, response) => {
    try {
      const { secret } = receiver;
      events.push(await verifyWebhook({ headers: request.headers, body: await buffer(request), secret }));
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver = {
    url: `http://127.0.0.1:${port}/webhooks`,
    secret: '',
    events,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
