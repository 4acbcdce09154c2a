import type { ErrorType } from './catalog.ts';
import type { ServiceError } from './service-error.ts';

/** What a caller learns about a failure (specification, Error body). */
export function errorBody(error: ServiceError, requestId: string) {
  const { type, status, message, resolution, errors, extras } = error;
  return {
    type,
    status,
    detail: message,
    resolution,
    docs: docsOf(type),
    requestId,
    ...(errors && { errors }),
    ...extras,
  };
}

/** Where the type is explained: a path on the service's own address. */
export function docsOf(type: ErrorType): string {
  return `/docs/errors#${type}`;
}
