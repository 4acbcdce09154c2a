import { type ErrorType, errorCatalog, keyErrors, sessionErrors } from '../ground/errors/catalog.ts';
import type { AnyEndpoint } from './endpoint.ts';

/**
 * Every error `type` that a call of an endpoint can answer, in the order of the catalog: declared errors, and those
 * that follow from the declaration (specification, Endpoints, common rules 1 to 4; Authentication errors).
 */
export function errorsOf(endpoint: AnyEndpoint): ErrorType[] {
  const possible = new Set<ErrorType>([...endpoint.errors, ...impliedErrors(endpoint), 'INTERNAL']);
  return (Object.keys(errorCatalog) as ErrorType[]).filter((type) => possible.has(type));
}

function impliedErrors(endpoint: AnyEndpoint): ErrorType[] {
  return [...callerErrors(endpoint), ...idempotencyErrors(endpoint), ...requestErrors(endpoint)];
}

function callerErrors(endpoint: AnyEndpoint): ErrorType[] {
  if (endpoint.callers.includes('public')) return [];
  // A form from another site is FORBIDDEN, and submissions are counted. An overloaded table is RATE_LIMITED too.
  if (endpoint.page) return endpoint.method === 'GET' ? ['RATE_LIMITED'] : ['FORBIDDEN', 'RATE_LIMITED'];
  const takesKeys = endpoint.callers.includes('key');
  const errors: ErrorType[] = takesKeys ? [...keyErrors, ...sessionErrors] : [...sessionErrors];
  // Every key can read.
  if (takesKeys && endpoint.scope !== 'read') errors.push('INSUFFICIENT_SCOPE');
  if (takesKeys && endpoint.method !== 'GET' && endpoint.verification !== 'exempt') {
    errors.push('LIVE_KEY_ORG_NOT_APPROVED');
  }
  if (endpoint.sandboxOnly) errors.push('LIVE_MODE_UNSUPPORTED');
  return errors;
}

function idempotencyErrors(endpoint: AnyEndpoint): ErrorType[] {
  const errors: ErrorType[] = [];
  if (endpoint.idempotency.startsWith('required')) errors.push('IDEMPOTENCY_KEY_REQUIRED');
  if (endpoint.idempotency !== 'none') {
    errors.push(
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_CONFLICT',
      'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS',
      'IDEMPOTENCY_UNAVAILABLE',
      'PAYOUT_OUTCOME_UNKNOWN',
    );
  }
  if (endpoint.duplicateGuard) errors.push('DUPLICATE_REQUEST_DETECTED');
  return errors;
}

function requestErrors(endpoint: AnyEndpoint): ErrorType[] {
  // VALIDATION_ERROR for an unknown query parameter, BAD_REQUEST for a body above the limit of the endpoint.
  const errors: ErrorType[] = ['VALIDATION_ERROR', 'BAD_REQUEST'];
  // A path parameter outside [A-Za-z0-9_.-] matches nothing.
  if (endpoint.path.includes('{')) errors.push('NOT_FOUND');
  return errors;
}
