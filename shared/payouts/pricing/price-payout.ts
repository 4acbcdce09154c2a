import { corridorById } from '../../corridors/catalog/find-corridor.ts';
import { type RoutedCorridor, selfFundedCorridors, servedCorridors } from '../../corridors/catalog/served-corridors.ts';
import { recipientOfAccount } from '../../corridors/recipients/ids.ts';
import { type Recipient, type RecipientMethod, refuseUnknownKind } from '../../corridors/recipients/recipient.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { otherKind } from '../../ground/time/resources.ts';
import type { Organization } from '../../identity/organization.ts';
import type { SelfFunding } from '../../ports/corridor.ts';
import { type PayoutRail, RailRefusal, type Wanted } from '../../ports/payout-rail.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { PriceRequest } from './price-request.ts';
import { type Amounts, priceAmount, readWanted, refuseOutOfRange } from './pricing.ts';
import { refuseUnknownReason } from './refuse-unknown-reason.ts';

/** A payout with its price: what a quote locks and a payout debits. */
export interface PricedPayout extends Amounts {
  /** The rail that made the price and will pay the payout. */
  readonly rail: string;
  readonly corridorId: string;
  readonly sourceCurrency: string;
  readonly destinationCurrency: string;
  readonly rate: string;
  /** What the organization sends itself. Absent if its balance pays. */
  readonly selfFunding?: SelfFunding | undefined;
}

/** The route of a payout with its requested amount: everything that determines its price. */
export interface Routed {
  readonly rail: Pick<PayoutRail, 'price'>;
  readonly corridor: RoutedCorridor;
  readonly wanted: Wanted;
}

type Routable = Omit<PriceRequest, 'destinationAccountId'>;
type Paying = Pick<Organization, 'organizationId' | 'mode' | 'settlementCurrency' | 'connections'>;

/**
 * Finds the route for an amount to an account, and refuses what no price could make acceptable.
 * @throws ServiceError BAD_REQUEST (no such corridor, a debit outside its range), VALIDATION_ERROR (the purpose is not
 * a payment reason), and those of `readWanted`
 */
export function routePayout(
  runtime: Pick<Runtime<'prices'>, 'rails'>,
  organization: Paying,
  method: RecipientMethod,
  { amount, amountLeg, purposeOfPayment, funding }: Routable,
): Routed {
  const corridor = corridorFor(runtime, organization, method, funding);
  const rail = corridor && runtime.rails(organization.mode)?.payouts[corridor.rail];
  if (!rail) throw new ServiceError('BAD_REQUEST', 'no routing serves this corridor');
  refuseUnknownReason(rail, corridor.currency, { id: purposeOfPayment, path: 'purposeOfPayment' });
  const wanted = readWanted(corridor, amount, amountLeg);
  if (amountLeg === 'source') refuseOutOfRange(corridor, wanted.amount);
  return { rail, corridor, wanted };
}

/**
 * The corridor that pays an account: from the balance, unless the organization requests, or can only use, funding of
 * its own.
 * @throws ServiceError BAD_REQUEST if it requests its own funding and that is not possible
 */
function corridorFor(
  runtime: Pick<Runtime<'prices'>, 'rails'>,
  organization: Paying,
  { corridorId }: RecipientMethod,
  funding: Routable['funding'],
): RoutedCorridor | undefined {
  const fromBalance = corridorById(servedCorridors(runtime, organization), corridorId);
  if (funding === undefined && fromBalance) return fromBalance;
  const selfFunded = selfFundedCorridors(runtime, organization).find(
    ({ funding: { accountsOf } }) => accountsOf === corridorId,
  );
  if (funding !== undefined && !selfFunded)
    throw new ServiceError('BAD_REQUEST', 'funding: you cannot fund payouts to this account yourself', {
      resolution: 'List the corridors: those that you can fund yourself have `funding`. Without it the balance pays.',
    });
  return selfFunded;
}

/**
 * Prices a routed payout, using the price of its rail.
 * @throws ServiceError PROVIDER_REJECTED, and those of `priceAmount`
 */
export async function priceRouted({ rail, corridor, wanted }: Routed): Promise<PricedPayout> {
  const price = await rail.price(corridor, wanted).catch(asRejection);
  return {
    ...priceAmount(corridor, price, wanted),
    rail: corridor.rail,
    corridorId: corridor.corridorId,
    sourceCurrency: corridor.sourceCurrency,
    destinationCurrency: corridor.currency,
    rate: price.rate,
    ...(corridor.funding && { selfFunding: corridor.funding }),
  };
}

/**
 * Prices a payout of an amount to an account of an organization's recipient.
 * @throws ServiceError those of `routePayout` and `priceRouted`
 */
export async function pricePayout(
  runtime: Pick<Runtime<'prices'>, 'rails'>,
  organization: Paying,
  method: RecipientMethod,
  request: Routable,
): Promise<PricedPayout> {
  return priceRouted(routePayout(runtime, organization, method, request));
}

/** @throws ServiceError PROVIDER_REJECTED for a rail's refusal; any other error unchanged */
export function asRejection(error: unknown): never {
  if (!(error instanceof RailRefusal)) throw error;
  throw new ServiceError('PROVIDER_REJECTED', 'the network refused this amount before submission', { cause: error });
}

/**
 * The id of the recipient that an account belongs to.
 * @throws ServiceError DESTINATION_ACCOUNT_NOT_FOUND when the text is not an account's id
 */
export function recipientIdOf({ destinationAccountId }: Pick<PriceRequest, 'destinationAccountId'>): string {
  const recipientId = recipientOfAccount(destinationAccountId);
  if (!recipientId) throw accountNotFound(otherKind('destinationAccountId', destinationAccountId));
  return recipientId;
}

/**
 * The payment method of an account, and its recipient.
 * @throws ServiceError DESTINATION_ACCOUNT_NOT_FOUND
 * @throws UnknownValue
 */
export function methodOf(
  recipient: Recipient | undefined,
  { destinationAccountId }: Pick<PriceRequest, 'destinationAccountId'>,
): { readonly recipient: Recipient; readonly method: RecipientMethod } {
  const method = recipient?.methods.find((candidate) => candidate.destinationAccountId === destinationAccountId);
  if (!recipient || !method) throw accountNotFound();
  refuseUnknownKind(method);
  return { recipient, method };
}

function accountNotFound(whyNot = 'no such account'): ServiceError {
  return new ServiceError('DESTINATION_ACCOUNT_NOT_FOUND', `destinationAccountId: ${whyNot}`, {
    resolution: 'Send the destinationAccountId of a recipient of this organization: each of its methods has one.',
  });
}
