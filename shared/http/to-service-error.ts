import { ServiceError } from '../ground/errors/service-error.ts';
import { lostRace } from '../ground/table/retry-lost-race.ts';

/** The error that a failure is for the caller. Undefined for an unexpected failure, which becomes INTERNAL. */
export function toServiceError(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (!lostRace(error)) return undefined;
  return new ServiceError('RATE_LIMITED', 'too many changes of this organization at once; nothing was executed', {
    retryAfterSeconds: 1,
    cause: error,
  });
}

/** What the caller of an unexpected failure is told: what happened is in the log, under the request id. */
export function internalError(): ServiceError {
  return new ServiceError('INTERNAL', 'something went wrong on our side');
}
