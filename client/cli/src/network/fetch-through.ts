/** For a proxy that opens no tunnel, Node's error has the status only in its message. */
const refusedTunnel = /^Proxy response \((\d{3})\)/;

/**
 * Fetches, and names the intermediary if the service did not answer itself: a proxy that requires a password or opens
 * no tunnel, or a redirect. They become network errors, so that a temporary one is tried again and no other.
 */
export function fetchThrough(proxy: () => string | undefined, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const named = proxy() ?? 'on the way';
    try {
      const response = await send(input, init);
      if (response.status === 407) return refusal(407, wantsPassword(named));
      if (response.status < 300 || response.status > 399) return await bounded(response);
      await response.body?.cancel();
      return refusal(response.status, redirects(String(input), response.headers.get('location')));
    } catch (error) {
      const root = rootOf(error as Error);
      const status = Number(refusedTunnel.exec(root.message)?.[1]);
      // Node wraps the proxy's error in "Request was cancelled"; the client reports only the first cause.
      if (!status) throw root === error ? error : new TypeError('fetch failed', { cause: root });
      return refusal(status, status === 407 ? wantsPassword(named) : noTunnel(named, status, String(input)));
    }
  };
}

const maxAnswerBytes = 32 * 1024 * 1024;

/**
 * The answer with its complete body.
 * @throws Error if that is larger than any answer of the service
 */
async function bounded(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`the answer has more than ${maxAnswerBytes / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, statusText, headers });
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

function wantsPassword(proxy: string): string {
  return `The proxy ${proxy} requires a name and password (HTTP 407): HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT, with special characters encoded as in %40.`;
}

function noTunnel(proxy: string, status: number, address: string): string {
  return `The proxy ${proxy} did not open a connection to ${new URL(address).host} (HTTP ${status}).`;
}

/** The query could contain a secret. */
function redirects(address: string, location: string | null): string {
  const { origin } = new URL(address);
  const target = location !== null && URL.canParse(location, address) ? new URL(location, address) : undefined;
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  const advice = target && target.origin !== origin ? ` If that is the service, give --base-url ${target.origin}.` : '';
  return `${origin} redirects${where}. Redirects are not followed, because a signature is valid for one address only.${advice}`;
}

function refusal(status: number, detail: string): Response {
  return Response.json({ type: 'NETWORK_ERROR', detail }, { status });
}
