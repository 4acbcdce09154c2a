import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a node that lies makes of an honest answer. */
export type Tamper = (call: Call, answer: unknown) => unknown;

/** A node between the service and another one. It passes everything on until it is told to lie, to refuse or to be silent. */
export async function startTamperingNode(honest: string) {
  const calls: Call[] = [];
  const state: {
    rewrite: (call: Call) => Call;
    tamper: Tamper;
    refuses: (call: Call) => boolean;
    /** Passes the call on, and answers nothing. */
    swallows: (call: Call) => boolean;
    isSilent: boolean;
    delayMs: number;
  } = {
    rewrite: (call) => call,
    tamper: (_call, answer) => answer,
    refuses: () => false,
    swallows: () => false,
    isSilent: false,
    delayMs: 0,
  };
  const server = createServer(async (request, response) => {
    const { id, ...call } = JSON.parse(await textOf(request)) as Call & { id: number };
    calls.push(call);
    if (state.isSilent) return;
    if (state.delayMs > 0) await setTimeout(state.delayMs);
    const body = JSON.stringify({ jsonrpc: '2.0', id, ...state.rewrite(call) });
    const headers = { 'content-type': 'application/json' };
    response.setHeader('content-type', 'application/json');
    if (state.refuses(call)) {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32005, message: 'too much at once' } }));
      return;
    }
    const answer = (await (await fetch(honest, { method: 'POST', body, headers })).json()) as { result: unknown };
    if (state.swallows(call)) return;
    const result = answer.result === undefined ? undefined : state.tamper(call, answer.result);
    response.end(JSON.stringify(result === undefined ? answer : { ...answer, result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    state,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export type TamperingNode = Awaited<ReturnType<typeof startTamperingNode>>;
