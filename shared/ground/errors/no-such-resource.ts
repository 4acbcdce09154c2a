import { ServiceError } from './service-error.ts';

/** The single answer to every id and token that matches nothing, so that it reveals nothing. */
export function noSuchResource(): ServiceError {
  return new ServiceError('NOT_FOUND', 'no resource has this id');
}
