import { expect, test } from 'vitest';
import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts';
import { errorsOf } from '../../../shared/contract/errors-of.ts';
import { errorCatalog, keyErrors, sessionErrors } from '../../../shared/ground/errors/catalog.ts';
import { notePages } from '../../support/note-pages.ts';
import { createThing, getHealth, listThings } from '../openapi/sample-endpoints.ts';

const idempotencyErrors = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_CONFLICT',
  'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS',
  'IDEMPOTENCY_UNAVAILABLE',
  'PAYOUT_OUTCOME_UNKNOWN',
] as const;

const sorted = (types: readonly string[]) => [...types].sort();

test('a public read without parameters refuses what it is sent all the same', () => {
  expect(errorsOf(getHealth)).toEqual(['VALIDATION_ERROR', 'BAD_REQUEST', 'INTERNAL']);
});

test('a signed read adds authentication, validation and the path', () => {
  expect(sorted(errorsOf(listThings))).toEqual(
    sorted([...keyErrors, ...sessionErrors, 'VALIDATION_ERROR', 'BAD_REQUEST', 'NOT_FOUND', 'INTERNAL']),
  );
});

test('a guarded sandbox write adds what its declaration implies', () => {
  expect(sorted(errorsOf(createThing))).toEqual(
    sorted([
      ...keyErrors,
      ...sessionErrors,
      ...idempotencyErrors,
      'BAD_REQUEST',
      'DUPLICATE_REQUEST_DETECTED',
      'IDEMPOTENCY_KEY_REQUIRED',
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_SCOPE',
      'INTERNAL',
      'LIVE_KEY_ORG_NOT_APPROVED',
      'LIVE_MODE_UNSUPPORTED',
      'NOT_FOUND',
      'VALIDATION_ERROR',
    ]),
  );
});

test('an optional idempotency key cannot be missing', () => {
  const errors = errorsOf({ ...createThing, idempotency: 'optional' } as AnyEndpoint);

  expect(errors).toEqual(expect.arrayContaining([...idempotencyErrors]));
  expect(errors).not.toContain('IDEMPOTENCY_KEY_REQUIRED');
});

test('a page that is read is found or not, unless the table is throttled; other sites send no forms', () => {
  const [show, change] = notePages as readonly AnyEndpoint[] as [AnyEndpoint, AnyEndpoint];
  const always = ['VALIDATION_ERROR', 'NOT_FOUND', 'BAD_REQUEST', 'RATE_LIMITED', 'INTERNAL'];
  expect(sorted(errorsOf({ ...show, errors: [] }))).toEqual(sorted(always));
  expect(sorted(errorsOf({ ...change, errors: [] }))).toEqual(sorted([...always, 'FORBIDDEN']));
});

test('errors come once each, in the order of the catalog', () => {
  const errors = errorsOf({ ...createThing, errors: ['INTERNAL', 'NOT_FOUND', 'NOT_FOUND'] } as AnyEndpoint);

  expect(errors).toEqual(Object.keys(errorCatalog).filter((type) => (errors as string[]).includes(type)));
});
