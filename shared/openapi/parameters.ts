import type { AnyEndpoint } from '../contract/endpoint.ts';
import { idempotencyKeyPattern } from '../contract/fields.ts';
import type { SchemaRegistry } from './schemas.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation, Parameter, Reference } from './types.ts';

/** The allowed values of a `{…}` part of a path (design: the request path). */
const pathParameterPattern = '^[A-Za-z0-9_.-]{1,128}$';

/** Path, query and header parameters of an endpoint. The headers of its signature are described as its security. */
export function parametersOf(endpoint: AnyEndpoint, schemas: SchemaRegistry): (Parameter | Reference)[] {
  return [...pathParameters(endpoint.path), ...queryParameters(endpoint, schemas), ...headerParameters(endpoint)];
}

/** An operation's parameters, with references to shared ones resolved. */
export function resolvedParameters(
  { components }: Pick<OpenApiDocument, 'components'>,
  { parameters }: Pick<OpenApiOperation, 'parameters'>,
): Parameter[] {
  return parameters.map((parameter) =>
    '$ref' in parameter ? (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter) : parameter,
  );
}

/** Names of the `{…}` parts, in order. */
export function pathParameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
}

function pathParameters(path: string): (Parameter | Reference)[] {
  return pathParameterNames(path).map((name) =>
    Object.hasOwn(sharedParameters, name) ? shared(name as keyof typeof sharedParameters) : pathParameter(name),
  );
}

function pathParameter(name: string, description?: string): Parameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string', pattern: pathParameterPattern } };
}

function pathParametersOf<Name extends string>(descriptions: Record<Name, string>): Record<Name, Parameter> {
  const entries = Object.entries<string>(descriptions).map(([name, text]) => [name, pathParameter(name, text)]);
  return Object.fromEntries(entries);
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

/** A query contains text. A parameter with only digits is described as a number. */
function asNumber(schema: JsonSchema): JsonSchema {
  const isDigitsOnly = schema.type === 'string' && /^\^\\d\{1,\d+\}\$$/.test(schema.pattern ?? '');
  if (!isDigitsOnly) return orText(schema);
  const { pattern: _, ...rest } = schema;
  return { ...rest, type: 'integer' };
}

/** A parameter with bounds is meant as a number, but also accepts any other text. */
function orText(schema: JsonSchema): JsonSchema {
  const { type, minimum, maximum, ...rest } = schema;
  if (type !== 'string' || minimum === undefined || maximum === undefined) return schema;
  return { ...rest, anyOf: [{ type: 'integer', minimum, maximum }, { type: 'string' }] };
}

const namesRequest =
  'Identifies this request. If you repeat it with the same body, you get the same answer and nothing is executed again. Kept for 7 days.';

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: namesRequest,
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
};

/** Parameters of many operations, defined once in the document. */
const sharedParameters = {
  ...pathParametersOf({
    orgId: 'The organization of the caller.',
    organizationId: 'The organization of the caller.',
    id: 'Id of an API key: `akid_…`.',
    accountId: 'Id of a collection account.',
    approvalId: 'Id of an approval.',
    batchId: 'Id of a batch.',
    payoutLinkId: 'Id of a payout link.',
    deliveryId: 'Id of a webhook delivery.',
    depositId: 'Id of a deposit.',
    endpointId: 'Id of a webhook endpoint.',
    invitationId: 'Id of an invitation.',
    linkId: 'Id of a checkout link.',
    paymentId: 'Id of a checkout payment, or its `externalId`.',
    payoutId: 'Id of a payout.',
    productId: 'Id of a product.',
    receiptId: 'Id of a crypto receipt.',
    recipientId: 'Id of a recipient.',
    userId: '`userId` of a member.',
  }),
  IdempotencyKey: idempotencyKey,
  OptionalIdempotencyKey: {
    ...idempotencyKey,
    required: false,
    description: `${namesRequest} Without it, a repeated request is executed again.`,
  },
  IdempotencyKeyOfKeys: {
    ...idempotencyKey,
    required: false,
    description: `${namesRequest} Required with an API key. In a session it is optional: without it, a repeated request is executed again.`,
  },
  AllowDuplicate: {
    name: 'X-Allow-Duplicate',
    in: 'header',
    required: false,
    description:
      '`true` lets a request proceed although the same body was sent under another key within the last 15 minutes. No other value does.',
    schema: { type: 'string', examples: ['true'] },
  },
} satisfies Record<string, Parameter>;

/** The shared parameters that endpoints refer to. */
export function parametersOfAll(endpoints: readonly AnyEndpoint[]): Record<string, Parameter> {
  const references = endpoints.flatMap((endpoint) => [...pathParameters(endpoint.path), ...headerParameters(endpoint)]);
  const used = new Set(references.flatMap((parameter) => ('$ref' in parameter ? [parameter.$ref] : [])));
  const names = Object.keys(sharedParameters) as (keyof typeof sharedParameters)[];
  return Object.fromEntries(
    names.filter((name) => used.has(shared(name).$ref)).map((name) => [name, sharedParameters[name]]),
  );
}

function shared(name: keyof typeof sharedParameters): Reference {
  return { $ref: `#/components/parameters/${name}` };
}

function headerParameters(endpoint: AnyEndpoint): Reference[] {
  return [
    ...(endpoint.idempotency === 'required' ? [shared('IdempotencyKey')] : []),
    ...(endpoint.idempotency === 'optional' ? [shared('OptionalIdempotencyKey')] : []),
    ...(endpoint.idempotency === 'required-for-keys' ? [shared('IdempotencyKeyOfKeys')] : []),
    ...(endpoint.duplicateGuard ? [shared('AllowDuplicate')] : []),
  ];
}
