import { type CollectedRequest, type Collection, signingScript } from './collection.ts';

/** The collection in Postman's format 2.1. */
export function printPostman({ description, folders, variables }: Collection): string {
  const collection = {
    info: {
      name: 'Sluice',
      description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: signingScript() } }],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: [...folders].map(([name, requests]) => ({ name, item: requests.map(itemOf) })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function itemOf({ name, description, method, url, query, body, caller }: CollectedRequest) {
  return {
    name,
    request: {
      method,
      description,
      ...(caller === 'session' && {
        auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{sessionToken}}', type: 'string' }] },
      }),
      header: [
        ...(caller === 'key' ? [{ key: 'X-Api-Key', value: '{{apiKeyId}}' }] : []),
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: urlOf(url, query),
      ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  };
}

function urlOf(url: string, query: CollectedRequest['query']) {
  const [host = '', ...path] = url.split('/');
  const sent = query.filter(({ required }) => required).map(({ name, value }) => `${name}=${value}`);
  return {
    raw: sent.length > 0 ? `${url}?${sent.join('&')}` : url,
    host: [host],
    path,
    query: query.map(({ name: key, value, description, required }) => ({
      key,
      value,
      ...(description && { description }),
      ...(!required && { disabled: true }),
    })),
  };
}
