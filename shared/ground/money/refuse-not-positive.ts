import { ServiceError } from '../errors/service-error.ts';

const NOT_POSITIVE = /^(-\d+(\.\d+)?|0+(\.0+)?)$/;

/**
 * For `refuseEarly`: an `amount` that is a decimal but not positive is not a malformed field (specification, Errors,
 * BAD_REQUEST).
 * @throws ServiceError BAD_REQUEST
 */
export function refuseNotPositive(json: unknown): void {
  const amount = (json as { amount?: unknown } | null)?.amount;
  if (typeof amount === 'string' && NOT_POSITIVE.test(amount)) {
    throw new ServiceError('BAD_REQUEST', 'amount: is not positive', { resolution: 'Send an amount above zero.' });
  }
}
