import type { ErrorType } from '../../ground/errors/catalog.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { otherKind } from '../../ground/time/resources.ts';
import type { RequestState } from '../request-state.ts';

/** Errors which report that an id in the request matches nothing. */
const namesNothing: readonly ErrorType[] = ['NOT_FOUND', 'BATCH_NOT_FOUND'];

/** Extends such an error if an id in the request is of a different kind than its field accepts. */
export function explainIds({ parameters, body }: RequestState, error: ServiceError): ServiceError {
  if (!namesNothing.includes(error.type)) return error;
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of [...Object.entries(parameters), ...fields]) {
    const fault = typeof value === 'string' ? otherKind(name, value) : undefined;
    if (fault === undefined) continue;
    const { type, message, cause } = error;
    return new ServiceError(type, `${message}: ${name} ${fault}`, {
      resolution: `Send an id of the right kind as ${name}.`,
      cause,
    });
  }
  return error;
}
