import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { convert, convertBack, type ExactRate, parseRate } from '../../ground/money/rate.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import type { AmountLeg } from '../../ports/amount-leg.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { Price, Wanted } from '../../ports/payout-rail.ts';

/**
 * Amounts in minor units; `destinationAmount = (sourceAmount - fee) x rate` (specification, Indicative rate). There is
 * one rounding rule: the amount that arrives is rounded down to a whole minor unit. The source amount for a
 * `destination` amount is therefore the smallest from which at least that arrives, which means that it is rounded up.
 */
export interface Amounts {
  readonly sourceAmount: bigint;
  readonly destinationAmount: bigint;
  readonly fee: bigint;
}

/**
 * Reads an amount that a corridor can price.
 * @returns minor units of the source currency, or of the destination currency for the leg `destination`
 * @throws ServiceError EXACT_OUTPUT_UNSUPPORTED, INDICATIVE_PRICING_UNAVAILABLE, VALIDATION_ERROR (`amount`)
 */
export function readWanted(corridor: Corridor, amountText: string, leg: AmountLeg): Wanted {
  refuseLeg(corridor, leg);
  return { amount: readAmount(amountText, leg === 'destination' ? corridor.currency : corridor.sourceCurrency), leg };
}

/**
 * Prices an amount on a corridor, with exact arithmetic. For the leg `destination`, exactly the amount arrives.
 * @throws ServiceError QUOTE_NOT_POSITIVE, BAD_REQUEST (outside the corridor's range), CURRENCY_PRECISION_MISMATCH
 */
export function priceAmount(corridor: Corridor, price: Price, { amount, leg }: Wanted): Amounts {
  const rate = parseRate(price.rate, corridor.sourceCurrency, corridor.currency);
  if (!rate || price.fee < 0n)
    throw new ServiceError('CURRENCY_PRECISION_MISMATCH', 'the routing returned a price in unexpected units');
  const amounts = amountsOf(amount, leg, rate, price.fee);
  if (amounts.destinationAmount <= 0n) throw new ServiceError('QUOTE_NOT_POSITIVE', 'nothing would arrive after fees');
  refuseOutOfRange(corridor, amounts.sourceAmount);
  return amounts;
}

function amountsOf(amount: bigint, leg: AmountLeg, rate: ExactRate, fee: bigint): Amounts {
  switch (leg) {
    case 'destination':
      return { sourceAmount: convertBack(amount, rate) + fee, destinationAmount: amount, fee };
    case 'source_net':
      return { sourceAmount: amount + fee, destinationAmount: convert(amount, rate), fee };
    case 'source': {
      const net = amount - fee;
      return { sourceAmount: amount, destinationAmount: net > 0n ? convert(net, rate) : 0n, fee };
    }
  }
}

function refuseLeg({ capabilities }: Corridor, leg: AmountLeg): void {
  if (leg === 'source_net' && !capabilities.indicativePricing) {
    throw new ServiceError(
      'INDICATIVE_PRICING_UNAVAILABLE',
      'this routing has no market rate; use amountLeg destination',
    );
  }
  if (leg !== 'source' && !capabilities.exactOutput) {
    throw new ServiceError('EXACT_OUTPUT_UNSUPPORTED', 'this routing cannot lock the receiving amount');
  }
}

/** @param sourceAmount minor units of the source currency
 * @throws ServiceError BAD_REQUEST */
export function refuseOutOfRange({ minimum, maximum, sourceCurrency }: Corridor, sourceAmount: bigint): void {
  const shown = (minor: bigint) => `${formatAmount(minor, sourceCurrency)} ${sourceCurrency}`;
  if (sourceAmount < minimum) {
    throw new ServiceError('BAD_REQUEST', `the amount is below the corridor's minimum of ${shown(minimum)}`);
  }
  if (sourceAmount > maximum) {
    throw new ServiceError('BAD_REQUEST', `the amount is above the corridor's maximum of ${shown(maximum)}`);
  }
}
