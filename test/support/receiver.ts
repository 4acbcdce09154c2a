import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Event } from '../../client/src/index.ts';

/** A delivery as it arrived. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it was sent. */
  readonly text: string;
  readonly event: Event;
}

/** How a receiver answers: with a status, or by a function that writes the response. */
export type Answering = number | ((received: Received, response: ServerResponse) => unknown);

/** An integrator's server: a real one on loopback, controlled by a test. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  answering: Answering;
  /** Sequences in the order in which their events arrived. */
  readonly sequences: number[];
  stop(): Promise<void>;
}

export async function startReceiver(answering: Answering = 200): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const one = await read(request);
    received.push(one);
    if (typeof receiver.answering === 'number') response.writeHead(receiver.answering).end('as told');
    else await receiver.answering(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    answering,
    get sequences() {
      return received.map(({ event }) => Number(event.sequence));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** A receiver that stops when the test ends. */
export async function receiverOfTest(answering?: Answering): Promise<Receiver> {
  const receiver = await startReceiver(answering);
  onTestFinished(() => receiver.stop());
  return receiver;
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { headers: request.headers as Record<string, string>, text, event: JSON.parse(text) };
}
