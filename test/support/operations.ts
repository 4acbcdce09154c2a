import { expect } from 'vitest';
import { discoverOperations } from '../../functions/discover.ts';
import type { AnyOperation } from '../../shared/contract/operation.ts';
import type { ErrorType } from '../../shared/ground/errors/catalog.ts';
import { performOperation } from '../../shared/operations/perform-operation.ts';
import { withinDeclaration } from './secrets.ts';
import type { TestService } from './service.ts';

const operations = new Map(
  (await discoverOperations()).map(({ declaration }): [string, AnyOperation] => [declaration.name, declaration]),
);

/** Any shape, because tests read the answers of all operations. */
type Shape = ReturnType<typeof JSON.parse>;

interface Options {
  readonly operator?: string;
  readonly idempotencyKey?: string;
  /** What else is in the request. */
  readonly payload?: object;
}

/** Performs an operation as a Lambda does that has found out who operates; its answer has passed through JSON. */
export async function perform(
  { runtime }: Pick<TestService, 'runtime'>,
  name: string,
  input: unknown,
  { operator = 'ada', idempotencyKey, payload }: Options = {},
): Promise<Shape> {
  const operation = operations.get(name);
  if (!operation) throw new Error(`no operation ${name}`);
  const request = { ...payload, input, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  return JSON.parse(
    JSON.stringify(
      await performOperation(
        operation,
        request,
        withinDeclaration(runtime, operation.uses?.includes('sealing') === true),
        async () => operator,
      ),
    ),
  );
}

/** The result of an operation that must succeed. */
export async function performed(...call: Parameters<typeof perform>): Promise<Shape> {
  const answer = await perform(...call);
  expect(answer.error, JSON.stringify(answer)).toBeUndefined();
  return answer.result;
}

/** Expects an answer to be this error: the whole Error body and nothing else. */
export function expectRefusal(answer: Shape, type: ErrorType): void {
  expect(answer).toEqual({
    error: expect.objectContaining({
      type,
      status: expect.any(Number),
      detail: expect.any(String),
      resolution: expect.any(String),
      requestId: expect.stringMatching(/^req_/),
    }),
  });
  expect(JSON.stringify(answer)).not.toContain('    at ');
}
