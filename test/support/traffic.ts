/** What this process sends by `fetch` and is answered, until `end`. */
export interface Traffic {
  /** Of the answers of the API. */
  readonly requestIds: string[];
  /** What no log may have of it: credentials, signatures, idempotency keys, bodies and what they say of people. */
  readonly secrets: Set<string>;
  end(): void;
}

const secretHeaders = [
  'authorization',
  'idempotency-key',
  'x-stamp',
  'x-svc-nonce',
  'x-svc-request-id',
  'x-svc-signature',
];

/** Values of these fields are ids, words of the API, amounts and times. A log may have ids and times; words are everywhere. */
const harmless =
  /Id$|^(id|type|kind|role|status|currency|country|scopes|events|amount|amountLeg|tolerance|threshold|from|to)$/;
/** Fields of answers that nobody but the caller may read. */
const shown = /^(secret|token|payloadToSign|publicKey|email|name|externalId|reference)$|^recipientDetails\./;
/** Shorter texts are found anywhere. */
const minLength = 6;

/** Records what is sent from now on. Nothing of it changes. */
export function recordTraffic(): Traffic {
  const { fetch } = globalThis;
  const requestIds: string[] = [];
  const secrets = new Set<string>();
  const keep = (text: string) => text.length >= minLength && secrets.add(text);
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    for (const name of secretHeaders) request.headers.get(name)?.split(' ').forEach(keep);
    const sent = await request.clone().text();
    keep(sent);
    for (const [field, text] of textsIn(sent)) if (!harmless.test(field)) keep(text);
    const response = await fetch(input, init);
    const requestId = response.headers.get('x-request-id');
    if (requestId !== null) requestIds.push(requestId);
    // The description of the API is for everybody.
    if (response.headers.get('cache-control')?.includes('public')) return response;
    for (const [field, text] of textsIn(await response.clone().text())) if (shown.test(field)) keep(text);
    return response;
  };
  return {
    requestIds,
    secrets,
    end() {
      globalThis.fetch = fetch;
    },
  };
}

/** Each text of a JSON body with its field; one of an account's details with the name `recipientDetails.` before it. */
function textsIn(body: string): [field: string, text: string][] {
  const found: [string, string][] = [];
  const walk = (value: unknown, field: string) => {
    if (typeof value === 'string') found.push([field, value]);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const inDetails = field === 'recipientDetails' ? 'recipientDetails.' : '';
      walk(inner, Array.isArray(value) ? field : inDetails + name);
    }
  };
  if (/^[[{]/.test(body)) walk(JSON.parse(body), '');
  return found;
}
