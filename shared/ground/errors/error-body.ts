import { errorCatalog } from './catalog.ts';
import type { ServiceError } from './service-error.ts';

/** What a caller is told about a failure (specification, Error body). */
export function errorBody(error: ServiceError, requestId: string) {
  const { type, status, message, errors, extras } = error;
  return {
    type,
    status,
    detail: message,
    resolution: errorCatalog[type].resolution,
    requestId,
    ...(errors && { errors }),
    ...extras,
  };
}
