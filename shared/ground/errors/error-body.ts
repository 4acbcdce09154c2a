import type { ErrorType } from './catalog.ts';
import type { ServiceError } from './service-error.ts';

/** The body that tells a caller about a failure (specification, Error body). */
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

/** Path of the page that explains the type, on the service's own host. */
export function docsOf(type: ErrorType): string {
  return `/docs/errors#${type}`;
}
