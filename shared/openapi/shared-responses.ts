import { headerReferences } from './headers.ts';
import { type Story, withExample } from './story.ts';
import type { OpenApiDocument, OpenApiOperation, Reference, Response } from './types.ts';

const challenge = 'Challenge';

/** The 202 of a call that was not signed, for the paths. */
export const challengeReference: Reference = referenceTo(challenge);

/** A response, or the shared one that it refers to. */
export function resolvedResponse(
  { components }: Pick<OpenApiDocument, 'components'>,
  response: Response | Reference,
): Response {
  return '$ref' in response ? (components.responses[response.$ref.split('/').at(-1) ?? ''] as Response) : response;
}

type Paths = OpenApiDocument['paths'];

/**
 * The parts that answers of many operations share. Every failure has the same shape; its possible types differ by
 * operation and status, and sets that several operations share are defined here once.
 * @param paths gains a reference for each status of `x-errors`
 */
export function shareResponses(paths: Paths, story: Story): Record<string, Response> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const names = namesOf(operations.flatMap(errorSetsOf));
  for (const operation of operations) {
    for (const { status, description } of errorSetsOf(operation)) {
      operation.responses[status] = referenceTo(names.get(`${status} ${description}`) ?? '');
    }
  }
  const failures = [...names].map(([key, name]) => [name, failureOf(key.slice(key.indexOf(' ') + 1), story)]);
  const isChallenged = operations.some(({ responses }) => '$ref' in (responses[202] ?? {}));
  return { ...(isChallenged && { [challenge]: challengeOf(story.challenge) }), ...Object.fromEntries(failures) };
}

function errorSetsOf(operation: OpenApiOperation): { readonly status: string; readonly description: string }[] {
  return Object.entries(operation['x-errors']).map(([status, types]) => ({ status, description: types.join(', ') }));
}

/** `Errors401` is the most frequent set for its status, `Errors401-2` the next one. */
function namesOf(sets: ReturnType<typeof errorSetsOf>): Map<string, string> {
  const names = new Map<string, string>();
  for (const [status, alike] of Map.groupBy(sets, (set) => set.status)) {
    const byFrequency = [...Map.groupBy(alike, ({ description }) => description)].sort(
      ([a, of], [b, to]) => to.length - of.length || (a < b ? -1 : 1),
    );
    for (const [index, [description]] of byFrequency.entries()) {
      names.set(`${status} ${description}`, `Errors${status}${index === 0 ? '' : `-${index + 1}`}`);
    }
  }
  return new Map([...names].sort(([, a], [, b]) => a.localeCompare(b, 'en', { numeric: true })));
}

/** The error bodies that the failures refer to. */
export function errorExamples({ errors }: Story): OpenApiDocument['components']['examples'] {
  return Object.fromEntries(Object.entries(errors).map(([type, value]) => [type, { value }]));
}

/**
 * The rate limit headers are described here for all answers. Listed for each success, they would make the largest
 * operations five percent longer.
 */
function failureOf(description: string, { errors }: Story): Response {
  const shown = description.split(', ').find((type) => type in errors);
  return {
    description,
    headers: headerReferences('x-request-id', 'RateLimit', 'RateLimit-Policy', 'Retry-After'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        ...(shown && { examples: { [shown]: { $ref: `#/components/examples/${shown}` } } }),
      },
    },
  };
}

function challengeOf(example: unknown): Response {
  const schema = { $ref: '#/components/schemas/SignatureChallenge' };
  return {
    description: '`SIGNATURE_CHALLENGE`: the call was not signed, and nothing has run.',
    headers: headerReferences('x-request-id'),
    content: { 'application/json': withExample({ schema }, example) },
  };
}

function referenceTo(name: string): Reference {
  return { $ref: `#/components/responses/${name}` };
}
