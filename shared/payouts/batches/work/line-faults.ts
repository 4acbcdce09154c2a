import type { ServiceError } from '../../../ground/errors/service-error.ts';
import type { LineFault } from '../batch/batch-item.ts';

/** Why a line is refused, with one entry for each faulty field (design, batches). */
export function faultsOf({ type, message, errors = [] }: ServiceError): LineFault[] {
  if (errors.length === 0) return [{ type, detail: message }];
  return errors.map(({ path, message: detail, code }) => ({ type, detail, path, code }));
}
