import type { Heard } from './played-service.ts';

/** What two answers to the same request share: everything but ids, times, tokens, and amounts that chance chooses. */
export interface Likeness {
  readonly status: number | undefined;
  /** Names, sorted. */
  readonly headers: readonly string[];
  readonly location: string;
  readonly body: unknown;
}

/** Lists sorted by the time of an attempt. Simultaneous attempts appear in either order. */
const unordered: ReadonlySet<string> = new Set(['listWebhookDeliveries', 'listSandboxWebhookDeliveries']);

/** What differs between two runs of one story, and what replaces it in any text. */
const chosen: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g, '<time>'],
  [/0x[0-9a-f]{64}/g, '<hash>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g, '<public key>'],
  [/whsec_[\w+/=]+/g, '<secret>'],
  [/\b[0-9a-f]{32,64}\b/g, '<token>'],
  [/\bsvc_(test|live)_[a-z0-9]{8}\b/g, '<key prefix>'],
  [/\b([a-z]{2,5}(?:_(?:test|live|int))?)_[a-z0-9]{16,}(?:_[a-z0-9]{10,})*(?![a-z0-9])/g, '<$1>'],
  [/\bRF\d{2}[A-Z0-9 ]{4,25}\b/g, '<reference>'],
  [/(?<![\w-])[\w-]{43,}(?![\w-])/g, '<token>'],
  [/\b\d+\.\d{6}\b/g, '<tokens>'],
  [/\b1[78]\d{8}(\d{3})?\b/g, '<time>'],
  [/<svg[\s\S]*?<\/svg>/g, '<svg>'],
];

export function likenessOf({ operation, result }: Heard): Likeness {
  const { statusCode, headers = {}, cookies, body = '', isBase64Encoded } = result;
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isJson = !isBase64Encoded && String(headers['content-type']).startsWith('application/json');
  const json = isJson && JSON.parse(body, (_name, value) => likenessOfValue(value));
  if (unordered.has(operation))
    json.data?.sort((a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    status: statusCode,
    headers: [...names, ...(cookies?.length ? ['set-cookie'] : [])].sort(),
    location: withoutChance(String(headers.location ?? '')),
    body: isJson ? json : withoutChance(body),
  };
}

function likenessOfValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutChance(value);
  return typeof value === 'number' && value > 1_700_000_000 ? '<time>' : value;
}

function withoutChance(text: string): string {
  return chosen.reduce((left, [pattern, name]) => left.replace(pattern, name), text);
}
