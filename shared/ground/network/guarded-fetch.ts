import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createAgents, publicGuard, type Reach } from './guarded-agents.ts';
import { postRequest, type Transport } from './post-request.ts';
import { SendError } from './send-error.ts';

/** The options that a library may pass to this function in place of `fetch`. */
interface PostInit {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Makes a POST request and answers like `fetch`. */
export type GuardedFetch = (url: string, init: PostInit) => Promise<Response>;

/**
 * A `fetch` for POST requests that reaches only public addresses. It follows no redirects, and reuses connections. Its
 * requests throw the same errors as `postRequest`.
 */
export function createGuardedFetch(reach: Reach): GuardedFetch {
  const guard = publicGuard(reach);
  const transport: Transport = { guard, agents: createAgents(guard) };
  return async (url, { headers, body, signal }) => {
    const named = { accept: 'application/json', 'user-agent': 'Sluice/1', ...headers };
    return responseOf(await postRequest({ url: new URL(url), headers: named, body, signal }, transport));
  };
}

function responseOf(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  try {
    if (status >= 300 && status < 400) throw new SendError('a redirect, which is not followed');
    const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    return new Response(Readable.toWeb(message) as ReadableStream, { status, headers });
  } catch (error) {
    // An unread body would keep its connection busy.
    message.destroy();
    throw error;
  }
}
