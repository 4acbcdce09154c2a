import { ServiceError } from './service-error.ts';

/** One answer to every id and token that names nothing, so that it tells nothing. */
export function noSuchResource(): ServiceError {
  return new ServiceError('NOT_FOUND', 'no resource has this id');
}
