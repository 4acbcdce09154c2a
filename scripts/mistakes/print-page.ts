import { apiPrefix } from '../../shared/contract/endpoint.ts';
import type { Group, Mistake, Sent } from './mistake.ts';

const opening = `<!-- Written by scripts/mistakes.ts. -->

# Typical mistakes

What goes wrong in an integration's first days, what the service answers, and what to do. Each answer here is compared with
that of the real service in every run of the tests. Branch on \`type\`: it is stable; \`detail\` and \`resolution\` are for people, and can
change. Each answer also has \`docs\`, the address of the explanation of its type, and \`requestId\`.

Names in braces stand for values of your own. A request is signed and has an idempotency key of its own where nothing else is
said.
`;

/** The page of the documentation that lists the mistakes. */
export function printMistakes(groups: readonly Group[]): string {
  const contents = groups.map(({ title, mistakes }) => `- [${title}](#${anchorOf(title)}) (${mistakes.length})`);
  return [opening, contents.join('\n'), ...groups.map(sectionOf)].join('\n').trimEnd().concat('\n');
}

function sectionOf({ title, mistakes }: Group): string {
  return `\n## ${title}\n\n${mistakes.map(entryOf).join('\n')}`;
}

function entryOf({ did, sent, answered }: Mistake): string {
  const { status, type, detail, resolution, headers = {} } = answered;
  const told = Object.entries(headers).map(([name, value]) => `, with the header \`${name}: ${value}\``);
  return [
    `### You ${did}`,
    '',
    '```http',
    ...requestOf(sent),
    '```',
    '',
    `The service answers ${status} [\`${type}\`](../guide/errors.md#${type})${told.join('')}:`,
    '',
    `> ${inline(detail)}`,
    '',
    `What to do: ${inline(resolution)}`,
    '',
  ].join('\n');
}

/** The part of the request that shows the mistake. */
function requestOf({ method, path, wholePath, by, body, text, headers = {}, ...signed }: Sent): string[] {
  const line = `${method} ${wholePath ? '' : apiPrefix}${path}`;
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return [
    line,
    ...callerLines[by ?? 'key'],
    ...Object.entries(headers).map(([name, value]) => headerLine(name, value)),
    ...signedLines(signed),
    ...(sent === undefined || sent === '' ? [] : ['', sent]),
  ];
}

const callerLines: Readonly<Record<NonNullable<Sent['by']>, readonly string[]>> = {
  key: [],
  'read-only key': ['# signed by a key that may only read'],
  'pinned key': ['# signed by a key that is pinned to another address'],
  challenge: ['# as the answer to a challenge'],
  owner: ["# with an owner's session"],
  viewer: ["# with a viewer's session"],
  nobody: ['# not signed'],
};

function headerLine(name: string, value: string): string {
  return value === '' ? `# without ${name}` : `${name}: ${value}`;
}

/** Longer values are truncated. */
const longestShown = 60;

function signedLines({
  idempotencyKey,
  signature,
  timestamp,
  nonce,
}: Pick<Sent, 'idempotencyKey' | 'signature' | 'timestamp' | 'nonce'>): string[] {
  const shown = (value: string) => (value.length > longestShown ? `${value.slice(0, longestShown)}…` : value);
  return [
    ...(idempotencyKey === 'none' ? ['# without idempotency-key'] : []),
    ...(idempotencyKey !== undefined && idempotencyKey !== 'none' ? [`idempotency-key: ${shown(idempotencyKey)}`] : []),
    ...(timestamp ? [`x-svc-timestamp: ${timestamp}`] : []),
    ...(nonce ? [`x-svc-nonce: ${shown(nonce)}`] : []),
    ...(signature ? [`x-svc-signature: ${signature}`] : []),
  ];
}

/** The text of an answer is not Markdown, so it is escaped. */
function inline(text: string): string {
  return text.replaceAll(/([\\`*_<>{}])/g, '\\$1');
}

/** The anchor that Markdown renderers create for a heading. */
function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
