import type { AnyEndpoint } from '../contract/endpoint.ts';
import type { SchemaRegistry } from './schemas.ts';
import type { JsonSchema, Parameter } from './types.ts';

/** What a `{…}` part of a path may hold (design: the request path). */
const pathParameterPattern = '^[A-Za-z0-9_.-]{1,128}$';

/** Path, query and header parameters of an endpoint. The headers of its signature are described as its security. */
export function parametersOf(endpoint: AnyEndpoint, schemas: SchemaRegistry): Parameter[] {
  return [...pathParameters(endpoint.path), ...queryParameters(endpoint, schemas), ...headerParameters(endpoint)];
}

/** Names of the `{…}` parts, in order. */
export function pathParameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
}

function pathParameters(path: string): Parameter[] {
  return pathParameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'orgId' || name === 'organizationId' ? 'The organization of the caller.' : undefined,
    schema: { type: 'string', pattern: pathParameterPattern },
  }));
}

function queryParameters(endpoint: AnyEndpoint, schemas: SchemaRegistry): Parameter[] {
  if (!endpoint.query) return [];
  const { properties, required = [] } = schemas.convert(endpoint.query, 'input');
  if (!properties) throw new Error(`${endpoint.operation}: the query must be an object schema.`);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema: asNumber(schema),
  }));
}

/** A query carries text; a parameter of digits only is described as a number. */
function asNumber(schema: JsonSchema): JsonSchema {
  const isDigitsOnly = schema.type === 'string' && /^\^\\d\{1,\d+\}\$$/.test(schema.pattern ?? '');
  if (!isDigitsOnly) return schema;
  const { pattern: _, ...rest } = schema;
  return { ...rest, type: 'integer' };
}

function headerParameters(endpoint: AnyEndpoint): Parameter[] {
  const headers: Parameter[] = [];
  if (endpoint.idempotency !== 'none') {
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: endpoint.idempotency === 'required',
      description:
        endpoint.idempotency === 'required'
          ? 'Names this request: repeated with the same body it is answered, not executed, again. Kept 7 days.'
          : 'Names this request: repeated with the same body it is answered, not executed, again. Kept 7 days. Without it the request runs once, with no replay.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,255}$' },
    });
  }
  if (endpoint.duplicateGuard) {
    headers.push({
      name: 'X-Allow-Duplicate',
      in: 'header',
      required: false,
      description:
        '`true` lets a body identical to one sent under another key within 15 minutes proceed; nothing else does.',
      schema: { type: 'string', examples: ['true'] },
    });
  }
  return headers;
}
