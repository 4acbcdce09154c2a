import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answering, Arrival, Listening } from './receivers.ts';

/** Integrators' servers in a process of their own: `node receiver-process.ts '[50, "never"]'`, each on a port. */
const answerings: readonly Answering[] = JSON.parse(process.argv[2] ?? '[]');
const arrivals: Arrival[] = [];

process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(arrivals.splice(0)));
const ports = await Promise.all(answerings.map(listen));
process.send?.({ ports } satisfies Listening);

function listen(answering: Answering, receiver: number): Promise<number> {
  const server = createServer((request, response) => {
    const arrivedAt = Date.now();
    void note(request, { receiver, arrivedAt });
    void answer(response, answering);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function note(request: IncomingMessage, seen: Pick<Arrival, 'receiver' | 'arrivedAt'>): Promise<void> {
  const { sequence, createdAt } = JSON.parse(await bodyOf(request));
  arrivals.push({ ...seen, sequence: Number(sequence), recordedAt: Date.parse(createdAt) });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function answer(response: ServerResponse, answering: Answering): Promise<void> {
  if (answering === 'never') return;
  await sleep(answering);
  response.end();
}
