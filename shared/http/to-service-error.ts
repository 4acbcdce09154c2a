import { ServiceError } from '../ground/errors/service-error.ts';
import { lostRace } from '../ground/table/retry-lost-race.ts';
import { isThrottled } from '../ground/table/throttled.ts';

/**
 * Returns the error that a caller gets for a failure, or undefined for an unexpected failure, which becomes INTERNAL.
 */
export function toServiceError(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (lostRace(error)) return tooMuch('this organization has too many changes at once; nothing was executed', error);
  if (isThrottled(error)) return tooMuch('the service is overloaded at the moment', error);
  return undefined;
}

function tooMuch(detail: string, cause: unknown): ServiceError {
  return new ServiceError('RATE_LIMITED', detail, { retryAfterSeconds: 1, cause });
}

/** Returns the error that a caller gets for an unexpected failure. The cause is in the log, under the request id. */
export function internalError(): ServiceError {
  return new ServiceError('INTERNAL', 'something went wrong on our side');
}
