import type { RoutedBankCorridor } from '../../../corridors/catalog/served-corridors.ts';
import type { FieldFault } from '../../../ground/errors/service-error.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import type { Payout } from '../../payout/payout.ts';
import type { PricedPayout } from '../../pricing/price-payout.ts';
import type { PayoutLink } from '../payout-link.ts';

/** A link with its organization, and what tells the browser that has opened it from others. */
export interface OpenedLink {
  readonly link: PayoutLink;
  readonly organization: Organization;
  /** The value of the page's cookie, or the id of the view that was submitted; undefined without either. */
  readonly browser: string | undefined;
}

/** What a payee has typed: who they are, and the account that is to be paid. */
export interface ClaimDetails {
  readonly type: 'individual' | 'business';
  /** Ignored where the link names the payee. */
  readonly name: string;
  readonly country: string;
  /** One of the corridors that the page offers for the country. */
  readonly corridorId: string;
  /** The corridor's own fields, by name, as they were typed. */
  readonly recipientDetails: Readonly<Record<string, string>>;
}

/** What a page shows of a payout. No detail of the account is part of it. */
export type ShownPayout = Pick<
  Payout,
  | 'payoutId'
  | 'status'
  | 'failureCode'
  | 'sourceAmount'
  | 'sourceCurrency'
  | 'destinationAmount'
  | 'destinationCurrency'
  | 'fee'
  | 'rate'
  | 'createdAt'
  | 'updatedAt'
>;

/** The link can be claimed. */
export interface OpenView {
  readonly kind: 'open';
  /** What may be chosen, by country: never empty. */
  readonly corridors: readonly RoutedBankCorridor[];
  /** The name that the organization has given; the page does not ask for one then. */
  readonly payeeName?: string | undefined;
}

/** This browser has claimed the link. */
export interface ClaimedView {
  readonly kind: 'claimed';
  readonly payout: ShownPayout;
}

/** It cannot be claimed now, and perhaps later. */
export interface LaterView {
  readonly kind: 'later';
  /** One of `waitingCodes`, or the type of an error. Whoever made the link reads it, and the payee does not. */
  readonly code: string;
}

/**
 * The link is expired, canceled, closed by a restore, or was claimed by another browser. Reading it is answered as an
 * unknown token is; submitting it is PAYOUT_LINK_UNUSABLE.
 */
export interface UnusableView {
  readonly kind: 'unusable';
}

export type PayoutLinkPageView = OpenView | ClaimedView | LaterView | UnusableView;

/** What was typed has faults. The paths are those of `ClaimDetails`: `name`, `country`, `recipientDetails.iban`. */
export interface FaultyClaim {
  readonly kind: 'faulty';
  readonly faults: readonly FieldFault[];
}

/** The price of what was typed, and the field that locks it. Nothing is stored for it. */
export interface PricedClaim {
  readonly kind: 'priced';
  readonly price: PricedPayout;
  /** The name as the payout will have it. */
  readonly name: string;
  /** Goes into the form that claims the link, with the same details. */
  readonly sealedPrice: string;
  /** Milliseconds: when the price ends. */
  readonly until: number;
}

export type ClaimPricing = PricedClaim | FaultyClaim | LaterView | ClaimedView | UnusableView;

/** The link is claimed. `again`: it was claimed before, by this browser. */
export interface ClaimDone {
  readonly kind: 'claimed';
  readonly payout: ShownPayout;
  readonly again: boolean;
}

/** Of a claim: a price that has ended, or was of other details, comes back as a new one that is to be shown first. */
export type ClaimResult = ClaimDone | PricedClaim | FaultyClaim | LaterView | UnusableView;

/** `priceClaim`: checks what was typed and prices it. Writes nothing. */
export type PriceClaim = (
  runtime: Runtime<'prices' | 'sealing'>,
  opened: OpenedLink,
  details: ClaimDetails,
) => Promise<ClaimPricing>;

/**
 * `claimPayoutLink`: screens the payee, registers the account and claims the link in one commit.
 * @param sealedPrice as `priceClaim` made it for the same details
 */
export type ClaimPayoutLink = (
  runtime: Runtime<'prices' | 'sealing' | 'screening'>,
  opened: OpenedLink,
  details: ClaimDetails,
  sealedPrice: string,
) => Promise<ClaimResult>;
