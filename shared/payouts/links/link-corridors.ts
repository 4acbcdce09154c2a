import type { RoutedBankCorridor } from '../../corridors/catalog/served-corridors.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import type { Wanted } from '../../ports/payout-rail.ts';
import type { RailCapabilities } from '../../ports/runtime.ts';
import { priceRouted } from '../pricing/price-payout.ts';
import { refuseOutOfRange } from '../pricing/pricing.ts';
import { refuseUnknownReason } from '../pricing/refuse-unknown-reason.ts';
import type { PayoutLink } from './payout-link.ts';
import type { PayoutLinkRequest } from './payout-link-request.ts';

type PricingRails = RailCapabilities['prices']['payouts'];
type Payable = Pick<PayoutLink, 'countries' | 'currency' | 'amountLeg'>;

/** The corridors through which a link can currently be paid. */
export function corridorsOfLink<Found extends BankCorridor>(
  corridors: readonly Found[],
  { countries, ...amount }: Payable,
): readonly Found[] {
  return corridors.filter((corridor) => countries.includes(corridor.country) && canPay(corridor, amount));
}

function canPay({ sourceCurrency, currency, capabilities }: BankCorridor, amount: Omit<Payable, 'countries'>): boolean {
  if (amount.amountLeg === 'source') return amount.currency === sourceCurrency;
  return amount.currency === currency && capabilities.exactOutput;
}

/** What a link holds, and where its payee may have an account. */
export interface PricedLink {
  readonly amount: bigint;
  readonly hold: PayoutLink['hold'];
  readonly countries: string[];
}

/** How much a price may rise until the claim of a link with an exact arriving amount. */
const riseInPercent = 5n;

/**
 * Finds the countries that a link can be paid to and the most that it can debit: the amount, or the current price in
 * the most expensive of its countries plus 5 percent.
 * @param corridors those of the organization
 * @throws ServiceError BAD_REQUEST naming the currency or the country that no corridor serves; VALIDATION_ERROR for the
 * decimal places of the amount or an unknown purpose; those of `priceRouted` if a country is named
 */
export async function priceLink(
  rails: PricingRails,
  corridors: readonly RoutedBankCorridor[],
  request: PayoutLinkRequest,
): Promise<PricedLink> {
  const { amountLeg: leg, currency, countries } = request;
  const fitting = corridors.filter((corridor) => canPay(corridor, request));
  const [first] = fitting;
  if (!first) throw new ServiceError('BAD_REQUEST', `currency: no corridor pays ${currency} with the leg ${leg}`);
  const amount = readAmount(request.amount, currency);
  const wanted = { amount, leg };
  const offers = countries
    ? await Promise.all(named(fitting, countries).map((corridor) => offer(rails, corridor, wanted, request)))
    : await priceAll(rails, fitting, wanted, request);
  const largest = offers.map(({ debit }) => debit).reduce((most, debit) => (debit > most ? debit : most), 0n);
  return {
    amount,
    hold: { amount: leg === 'source' ? largest : withRise(largest), currency: first.sourceCurrency },
    countries: [...new Set(offers.map(({ corridor }) => corridor.country))].toSorted(),
  };
}

function withRise(debit: bigint): bigint {
  return (debit * (100n + riseInPercent) + 99n) / 100n;
}

/** @throws ServiceError BAD_REQUEST */
function named(corridors: readonly RoutedBankCorridor[], countries: readonly string[]): readonly RoutedBankCorridor[] {
  const unserved = countries.find((country) => !corridors.some((corridor) => corridor.country === country));
  if (unserved === undefined) return corridors.filter(({ country }) => countries.includes(country));
  throw new ServiceError('BAD_REQUEST', `countries: no corridor pays this amount in ${unserved}`);
}

interface Offer {
  readonly corridor: BankCorridor;
  readonly debit: bigint;
}

/** Omits the corridors that cannot pay it. Their refusal is returned if none is left. */
async function priceAll(
  rails: PricingRails,
  corridors: readonly RoutedBankCorridor[],
  wanted: Wanted,
  request: PayoutLinkRequest,
): Promise<readonly Offer[]> {
  const results = await Promise.allSettled(corridors.map((corridor) => offer(rails, corridor, wanted, request)));
  const offers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const outage = failures.find((failure) => !(failure instanceof ServiceError));
  if (outage) throw outage;
  if (offers.length === 0) throw failures[0];
  return offers;
}

async function offer(
  rails: PricingRails,
  corridor: RoutedBankCorridor,
  wanted: Wanted,
  { purposeOfPayment }: PayoutLinkRequest,
): Promise<Offer> {
  const rail = rails[corridor.rail];
  if (!rail) throw new Error(`no rail ${corridor.rail} prices ${corridor.corridorId}`);
  refuseUnknownReason(rail, corridor.currency, { id: purposeOfPayment, path: 'purposeOfPayment' });
  if (wanted.leg === 'source') {
    refuseOutOfRange(corridor, wanted.amount);
    return { corridor, debit: wanted.amount };
  }
  const { sourceAmount } = await priceRouted({ rail, corridor, wanted });
  return { corridor, debit: sourceAmount };
}
