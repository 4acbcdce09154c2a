import { type CollectedRequest, type Collection, signingScript } from './collection.ts';

/**
 * The collection in Bruno's format: a folder with a file for each request.
 * @returns texts by path in the folder
 */
export function printBruno({ description, folders, variables }: Collection): ReadonlyMap<string, string> {
  const requests = [...folders].flatMap(([folder, all]) =>
    all.map((request, index) => [`${folder}/${request.operation}.bru`, requestText(request, index + 1)] as const),
  );
  const secret = ['privateKey', 'sessionToken'];
  const shown = Object.entries(variables).filter(([name]) => !secret.includes(name));
  return new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: 'Sluice', type: 'collection', ignore: [] }, null, 2)}\n`],
    ['collection.bru', blocks([block('script:pre-request', signingScript()), block('docs', description.split('\n'))])],
    [
      'environments/local.bru',
      blocks([
        block(
          'vars',
          shown.map(([name, value]) => `${name}: ${value}`.trimEnd()),
        ),
        `vars:secret [\n${secret.map((name) => `  ${name}`).join(',\n')}\n]`,
      ]),
    ],
    ...requests,
  ]);
}

function requestText({ name, description, method, url, query, body, caller }: CollectedRequest, seq: number): string {
  const sent = query.filter(({ required }) => required).map((parameter) => `${parameter.name}=${parameter.value}`);
  const headers = caller === 'key' ? ['X-Api-Key: {{apiKeyId}}'] : [];
  return blocks([
    block('meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [
      `url: ${[url, ...(sent.length > 0 ? [sent.join('&')] : [])].join('?')}`,
      `body: ${body === undefined ? 'none' : 'json'}`,
      `auth: ${caller === 'session' ? 'bearer' : 'none'}`,
    ]),
    block(
      'params:query',
      query.map(({ name: key, value, required }) => `${required ? '' : '~'}${key}: ${value}`.trimEnd()),
    ),
    block('headers', headers),
    caller === 'session' ? block('auth:bearer', ['token: {{sessionToken}}']) : '',
    block('body:json', body?.split('\n') ?? []),
    block('docs', description ? description.split('\n') : []),
  ]);
}

function blocks(all: readonly string[]): string {
  return `${all.filter(Boolean).join('\n\n')}\n`;
}

/** Without lines there is no block. */
function block(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${name} {\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n}`;
}
