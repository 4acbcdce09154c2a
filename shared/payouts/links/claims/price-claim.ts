import type { Candidate } from '../../../corridors/recipients/candidate.ts';
import { Outage } from '../../../ground/errors/outage.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { formatAmount } from '../../../ground/money/money.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { type PricedPayout, priceRouted, routePayout } from '../../pricing/price-payout.ts';
import { noteWaiting } from '../note-waiting.ts';
import type { PayoutLink } from '../payout-link.ts';
import { viewPayoutLink } from '../view-payout-link.ts';
import { candidateOf, hashOfCandidate } from './claim-candidate.ts';
import type { ClaimPricing, LaterView, OpenedLink, PriceClaim, PricedClaim } from './claim-results.ts';
import { ClaimWaits } from './claim-waits.ts';
import { lockedForMs, sealPrice } from './sealed-price.ts';

/**
 * Validates and prices a payee's input. Nothing is stored for the price; if a link cannot currently be paid, the reason
 * is recorded for its creator.
 */
export const priceClaim: PriceClaim = async (runtime, opened, details): Promise<ClaimPricing> => {
  const view = await viewPayoutLink(runtime, opened);
  if (view.kind === 'later') return noteWaiting(runtime, opened.link, view.code);
  if (view.kind !== 'open') return view;
  const checked = candidateOf(opened.link, view.corridors, opened.organization.mode, details);
  if (!('candidate' in checked)) return checked;
  return priceCandidate(runtime, opened, checked.candidate);
};

/** The price of a validated claim, locked for ten minutes. */
export async function priceCandidate(
  runtime: Runtime<'prices' | 'sealing'>,
  { link, organization }: OpenedLink,
  candidate: Candidate,
): Promise<PricedClaim | LaterView> {
  const priced = await priceOrReason(runtime, organization, link, candidate);
  if ('code' in priced) return noteWaiting(runtime, link, priced.code);
  const until = runtime.clock() + lockedForMs;
  const keys = await runtime.secrets.sealingKeys();
  const locked = { price: priced, detailsHash: hashOfCandidate(candidate), until };
  return {
    kind: 'priced',
    price: priced,
    name: candidate.request.name,
    sealedPrice: sealPrice(keys, link, locked),
    until,
  };
}

/** Asks the rail. A price that the hold does not cover may be lower later. */
async function priceOrReason(
  runtime: Runtime<'prices'>,
  organization: Organization,
  link: PayoutLink,
  { corridor: { corridorId }, request: { method } }: Candidate,
): Promise<PricedPayout | { readonly code: string }> {
  const { amount, amountLeg, currency, hold, given } = link;
  const account = { ...method, corridorId, destinationAccountId: '', recipientDetails: {}, kind: 'fiat' as const };
  const asked = { amount: formatAmount(amount, currency), amountLeg, purposeOfPayment: given.purposeOfPayment };
  try {
    const price = await priceRouted(routePayout(runtime, organization, account, asked));
    return price.sourceAmount > hold.amount ? { code: 'RATE_DRIFT_EXCEEDED' } : price;
  } catch (error) {
    return { code: reasonOf(error) };
  }
}

/**
 * Why something cannot be done now, for the creator of the link.
 * @throws anything that is neither a refusal nor an outage
 */
export function reasonOf(error: unknown): string {
  if (error instanceof ClaimWaits) return error.code;
  if (error instanceof ServiceError) return error.type;
  if (error instanceof Outage) return 'INTERNAL';
  throw error;
}
