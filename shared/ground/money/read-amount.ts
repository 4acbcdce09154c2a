import { validationError } from '../errors/service-error.ts';
import { parseAmount } from './money.ts';

/**
 * Reads an amount of a request, `amount` unless said, as minor units.
 * @throws ServiceError VALIDATION_ERROR (the path) for more places than the currency has
 */
export function readAmount(text: string, currency: string, path = 'amount'): bigint {
  const minor = parseAmount(text, currency);
  if (minor !== undefined) return minor;
  throw validationError([{ path, message: `has more places than ${currency} has`, code: 'invalid_format' }]);
}
