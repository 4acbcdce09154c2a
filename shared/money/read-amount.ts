import { validationError } from '../errors/service-error.ts';
import { parseAmount } from './money.ts';

/**
 * Reads the `amount` of a request as minor units.
 * @throws ServiceError VALIDATION_ERROR (`amount`) for more places than the currency has
 */
export function readAmount(text: string, currency: string): bigint {
  const minor = parseAmount(text, currency);
  if (minor !== undefined) return minor;
  throw validationError([{ path: 'amount', message: `has more places than ${currency} has`, code: 'invalid_format' }]);
}
