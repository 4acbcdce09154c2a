import * as z from 'zod';
import { type SealingKeys, seal, unseal } from '../../../ground/signatures/seal.ts';
import type { PricedPayout } from '../../pricing/price-payout.ts';
import type { PayoutLink } from '../payout-link.ts';

/** A price in the form carried by a page's form. */
interface LockedPrice {
  readonly price: PricedPayout;
  /** `hashOfCandidate` of the details for which it was requested. */
  readonly detailsHash: string;
  /** Milliseconds. */
  readonly until: number;
}

export const lockedForMs = 10 * 60 * 1000;

const Minor = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform(BigInt);

const Locked = z.object({
  version: z.int(),
  detailsHash: z.string(),
  until: z.int(),
  price: z.object({
    rail: z.string(),
    corridorId: z.string(),
    sourceAmount: Minor,
    sourceCurrency: z.string(),
    destinationAmount: Minor,
    destinationCurrency: z.string(),
    fee: Minor,
    rate: z.string(),
  }),
});

/** Locks a price in a field that only this service can create or read, for this link in its current version. */
export function sealPrice(keys: SealingKeys, link: PayoutLink, { price, detailsHash, until }: LockedPrice): string {
  const texts = Object.entries(price).map(([name, value]) => [name, String(value)]);
  const text = JSON.stringify({ version: link.version, detailsHash, until, price: Object.fromEntries(texts) });
  return seal(keys, 'claim-price', text, placeOf(link));
}

/**
 * @returns undefined for a price that has expired, or that belongs to another link, another version of it or other
 * details
 */
export function unsealPrice(
  keys: SealingKeys,
  link: PayoutLink,
  sealedPrice: string,
  expected: { readonly detailsHash: string; readonly now: number },
): PricedPayout | undefined {
  const text = unseal(keys, 'claim-price', sealedPrice, placeOf(link));
  if (text === undefined) return undefined;
  const { version, detailsHash, until, price } = Locked.parse(JSON.parse(text));
  const isRight = version === link.version && detailsHash === expected.detailsHash && expected.now < until;
  return isRight ? price : undefined;
}

function placeOf({ organizationId, payoutLinkId }: PayoutLink): string {
  return `${organizationId} ${payoutLinkId}`;
}
