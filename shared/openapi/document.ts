import type { AnyEndpoint } from '../contract/endpoint.ts';
import { apiPrefix } from '../contract/endpoint.ts';
import { responseHeaders } from '../contract/response-headers.ts';
import { permissions, sandboxPermissions } from '../identity/roles.ts';
import { description } from './description.ts';
import { errorSchema, fieldFaultSchema, signatureChallengeSchema } from './error-schema.ts';
import { eventSchemas, webhooksOf, webhooksTag } from './events.ts';
import { parametersOf, parametersOfAll } from './parameters.ts';
import { rateLimitOf } from './rate-limit.ts';
import { errorTypesByStatus, responsesOf } from './responses.ts';
import { codeSamplesOf } from './samples/code-samples.ts';
import { createSchemaRegistry, type SchemaRegistry } from './schemas.ts';
import { securityOf, securitySchemes } from './security.ts';
import { errorExamples, shareResponses } from './shared-responses.ts';
import { noStory, type Story, withExample } from './story.ts';
import { tagOf } from './tags.ts';
import type { DeclaredEndpoint, JsonSchema, OpenApiDocument, OpenApiOperation } from './types.ts';

/** The endpoint that answers unmatched requests. It is not an operation of the API. */
const undocumented = 'routeNotFound';

/**
 * The OpenAPI 3.1 document of the declared endpoints, without the pages, which no program calls. It is derived from
 * them, so that nothing is written twice.
 * @param story the source of its examples
 */
export function openApiDocument(endpoints: readonly DeclaredEndpoint[], story: Story = noStory): OpenApiDocument {
  const documented = endpoints
    .filter(({ declaration: { operation, page } }) => operation !== undocumented && !page)
    .sort((a, b) => compare(a.declaration.path, b.declaration.path));
  const schemas = createSchemaRegistry();
  const paths = pathsOf(documented, schemas, story);
  const responses = shareResponses(paths, story);
  const events = eventSchemas(schemas);
  const tellsEvents = 'Event' in events;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version: '1.0.0',
      description,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: apiPrefix, description: 'Below the address of the deployment.' }],
    tags: [...new Set([...documented.map(domainOf), ...(tellsEvents ? [webhooksTag] : [])])].sort(compare).map(tagOf),
    paths,
    ...(tellsEvents && { webhooks: webhooksOf(story) }),
    components: {
      schemas: componentSchemas(schemas, events),
      parameters: parametersOfAll(documented.map(({ declaration }) => declaration)),
      responses,
      examples: errorExamples(story),
      headers: responseHeaders,
      securitySchemes,
    },
  };
}

function pathsOf(
  endpoints: readonly DeclaredEndpoint[],
  schemas: SchemaRegistry,
  story: Story,
): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    const { path, method, operation } = endpoint.declaration;
    const operations = paths[path] ?? {};
    paths[path] = operations;
    const key = method.toLowerCase();
    if (operations[key]) throw new Error(`${operation} and ${operations[key].operationId} are both ${method} ${path}.`);
    operations[key] = operationOf(endpoint, schemas, story);
  }
  return paths;
}

function operationOf({ file, declaration }: DeclaredEndpoint, schemas: SchemaRegistry, story: Story): OpenApiOperation {
  const told = story.operations[declaration.operation];
  return {
    operationId: declaration.operation,
    summary: declaration.summary,
    description: describe(declaration),
    tags: [domainOf({ file, declaration })],
    security: securityOf(declaration),
    parameters: parametersOf(declaration, schemas),
    requestBody: declaration.body && {
      required: !declaration.body.safeParse(undefined).success,
      content: {
        'application/json': withExample({ schema: schemas.convert(declaration.body, 'input') }, told?.request),
      },
    },
    responses: responsesOf(declaration, schemas, told?.answers),
    'x-errors': errorTypesByStatus(declaration),
    'x-rate-limit': rateLimitOf(declaration),
    'x-idempotency': declaration.idempotency,
    ...(told && { 'x-codeSamples': codeSamplesOf(declaration, told) }),
  };
}

function describe(endpoint: AnyEndpoint): string | undefined {
  const notes = [endpoint.description];
  if (endpoint.callers.includes('key')) notes.push(`Scope of the key: \`${endpoint.scope}\`.`);
  if (endpoint.callers.includes('session')) notes.push(sessionNote(endpoint));
  if (endpoint.sandboxOnly) notes.push('Sandbox only: test keys.');
  return notes.filter(Boolean).join('\n\n') || undefined;
}

function sessionNote({ callers, permission, ownParameter }: AnyEndpoint): string {
  const own = ownParameter === undefined ? '' : `; every member where \`${ownParameter}\` is their own`;
  const who =
    permission && permission !== 'join' ? `roles ${permissions[permission].join(', ')}${own}` : 'anybody signed in';
  const where = sandboxPermissions.some((one) => one === permission) ? ', in the sandbox only' : '';
  return callers.includes('key')
    ? `Or a dashboard session: ${who}${where}.`
    : `Dashboard session only: ${who}${where}.`;
}

function componentSchemas(
  schemas: SchemaRegistry,
  events: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const own = { Error: errorSchema, FieldFault: fieldFaultSchema, SignatureChallenge: signatureChallengeSchema };
  const named = { ...schemas.named(), ...events };
  const taken = Object.keys(own).find((name) => name in named);
  if (taken) throw new Error(`The schema id ${taken} is reserved.`);
  return Object.fromEntries(Object.entries({ ...named, ...own }).sort(([a], [b]) => compare(a, b)));
}

/** The folder of the endpoint's file: `quotes/accept-quote.ts` belongs to the domain `quotes`. */
function domainOf({ file }: DeclaredEndpoint): string {
  return file.split('/')[0] ?? file;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
