import type { RoutedBankCorridor } from '../../../corridors/catalog/served-corridors.ts';
import type { FieldFault } from '../../../ground/errors/service-error.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import type { Payout } from '../../payout/payout.ts';
import type { PricedPayout } from '../../pricing/price-payout.ts';
import type { PayoutLink } from '../payout-link.ts';

/** A link with its organization, and what identifies the browser that has opened it. */
export interface OpenedLink {
  readonly link: PayoutLink;
  readonly organization: Organization;
  /** The value of the page's cookie, or the id of the submitted view. Undefined without either. */
  readonly browser: string | undefined;
}

/** A payee's input: who they are, and the account to be paid. */
export interface ClaimDetails {
  readonly type: 'individual' | 'business';
  /** Ignored if the link names the payee. */
  readonly name: string;
  readonly country: string;
  /** One of the corridors that the page offers for the country. */
  readonly corridorId: string;
  /** The corridor's own fields, by name, as they were typed. */
  readonly recipientDetails: Readonly<Record<string, string>>;
}

/** The parts of a payout that a page shows. They include no details of the account. */
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
  /** The available choices, by country. Never empty. */
  readonly corridors: readonly RoutedBankCorridor[];
  /** The name given by the organization. The page then does not ask for one. */
  readonly payeeName?: string | undefined;
}

/** This browser has claimed the link. */
export interface ClaimedView {
  readonly kind: 'claimed';
  readonly payout: ShownPayout;
}

/** It cannot be claimed now, but perhaps later. */
export interface LaterView {
  readonly kind: 'later';
  /** One of `waitingCodes`, or the type of an error. Shown to the link's creator, not to the payee. */
  readonly code: string;
}

/**
 * The link is expired, canceled, closed by a restore, or was claimed by another browser. Reading it gets the answer for
 * an unknown token; submitting it is PAYOUT_LINK_UNUSABLE.
 */
export interface UnusableView {
  readonly kind: 'unusable';
}

export type PayoutLinkPageView = OpenView | ClaimedView | LaterView | UnusableView;

/** The input has faults. The paths are those of `ClaimDetails`: `name`, `country`, `recipientDetails.iban`. */
export interface FaultyClaim {
  readonly kind: 'faulty';
  readonly faults: readonly FieldFault[];
}

/** The price for the input, and the field that locks it. Nothing is stored for it. */
export interface PricedClaim {
  readonly kind: 'priced';
  readonly price: PricedPayout;
  /** The name that the payout will have. */
  readonly name: string;
  /** Part of the form that claims the link, together with the same details. */
  readonly sealedPrice: string;
  /** Milliseconds: when the price expires. */
  readonly until: number;
}

export type ClaimPricing = PricedClaim | FaultyClaim | LaterView | ClaimedView | UnusableView;

/** The link is claimed. `again`: it was claimed before, by this browser. */
export interface ClaimDone {
  readonly kind: 'claimed';
  readonly payout: ShownPayout;
  readonly again: boolean;
}

/**
 * The result of a claim. If its price has expired, or belonged to other details, a new price is returned, which must be
 * shown first.
 */
export type ClaimResult = ClaimDone | PricedClaim | FaultyClaim | LaterView | UnusableView;

/** `priceClaim`: validates and prices the input. Writes nothing. */
export type PriceClaim = (
  runtime: Runtime<'prices' | 'sealing'>,
  opened: OpenedLink,
  details: ClaimDetails,
) => Promise<ClaimPricing>;

/**
 * `claimPayoutLink`: screens the payee, registers the account and claims the link in one commit.
 * @param sealedPrice as created by `priceClaim` for the same details
 */
export type ClaimPayoutLink = (
  runtime: Runtime<'prices' | 'sealing' | 'screening'>,
  opened: OpenedLink,
  details: ClaimDetails,
  sealedPrice: string,
) => Promise<ClaimResult>;
