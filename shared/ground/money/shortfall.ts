import { ServiceError } from '../errors/service-error.ts';
import { formatAmount } from './money.ts';

/** A debit that the balance does not cover, in minor units of the currency. */
export interface Shortfall {
  readonly currency: string;
  readonly needed: bigint;
  readonly available: bigint;
}

export function insufficientBalance(shortfall: Shortfall): ServiceError {
  const { currency } = shortfall;
  return new ServiceError(
    'INSUFFICIENT_BALANCE',
    `the ${currency} balance does not cover the amount: ${told(shortfall)}`,
    {
      resolution: `Top up at least ${missing(shortfall)}, or send less.`,
    },
  );
}

/** The error if the sandbox refuses a debit before any money moves (specification, Quote a payout). */
export function underfundedSandbox(shortfall: Shortfall): ServiceError {
  return new ServiceError('BAD_REQUEST', `the sandbox balance does not cover this amount: ${told(shortfall)}`, {
    resolution: `Add at least ${missing(shortfall)} with POST …/sandbox/fund.`,
  });
}

function told({ currency, needed, available }: Shortfall): string {
  return `${formatAmount(needed, currency)} ${currency} are needed, fee included, ${formatAmount(available, currency)} ${currency} are available`;
}

function missing({ currency, needed, available }: Shortfall): string {
  return `${formatAmount(needed - available, currency)} ${currency}`;
}
