import { validationError } from '../errors/service-error.ts';
import { exponentOf } from './currencies.ts';
import { parseAmount } from './money.ts';

/**
 * Reads an amount field of a request as minor units.
 * @param path of the field; defaults to `amount`
 * @throws ServiceError VALIDATION_ERROR naming the path, for more decimal places than the currency has
 */
export function readAmount(text: string, currency: string, path = 'amount'): bigint {
  const minor = parseAmount(text, currency);
  if (minor !== undefined) return minor;
  throw validationError([
    {
      path,
      message: `has more decimal places than ${currency}, which has ${exponentOf(currency)}`,
      code: 'invalid_format',
    },
  ]);
}
