import type { AmountLeg } from './amount-leg.ts';
import type { Corridor } from './corridor.ts';
import type { FailureCode } from './failure-codes.ts';

/** What a rail asks for one unit of source currency, and what it keeps. */
export interface Price {
  /** Destination units for one source unit: a positive decimal string of at most 8 places. */
  readonly rate: string;
  /** Minor units of the corridor's source currency; not negative. */
  readonly fee: bigint;
}

/** Why a payment is made. */
export interface PaymentReason {
  readonly id: string;
  readonly label: string;
}

/** What is to be priced: minor units of the source currency, of the destination's for the leg `destination`. */
export interface Wanted {
  readonly amount: bigint;
  readonly leg: AmountLeg;
}

/** Thrown by `price`: the network does not take this amount. What it says goes to the log, never to a caller. */
export class RailRefusal extends Error {
  override readonly name = 'RailRefusal';
}

/**
 * Thrown by `submit` and `status`: the rail as a whole is out, and says nothing of this payout in particular. The payout waits
 * until it is back, however long that takes; of a `submit` the rail may have heard all the same. Whatever else is thrown counts
 * against the payout.
 */
export class RailUnavailable extends Error {
  override readonly name = 'RailUnavailable';
}

/** A payout as the rail is told of it. */
export interface PayoutInstruction {
  /** The same on every attempt: a rail that knows the key does not pay twice. */
  readonly key: string;
  readonly corridorId: string;
  readonly destinationAmount: bigint;
  readonly destinationCurrency: string;
  readonly recipientName: string;
  readonly recipientDetails: Readonly<Record<string, string>>;
  /** When the payout was accepted, milliseconds since the epoch. */
  readonly acceptedAt: number;
}

/** Where and how an organization sends the money of a payout that it funds itself. */
export interface FundingInstructions {
  /** Decimal string in whole units of the token. */
  readonly amount: string;
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  /** Milliseconds since the epoch; absent where the instructions do not expire. */
  readonly expiresAt?: number;
}

/**
 * What a rail says of a payout; `checkRailStatus` refuses everything else. `unknown` is definite while the rail remembers keys: it has
 * never heard of this one. `recheckInMs` is a whole number above zero, thirty days at most.
 */
export type RailStatus =
  | { readonly status: 'unknown' }
  | { readonly status: 'pending' | 'processing'; readonly recheckInMs: number }
  | { readonly status: 'completed'; readonly recheckInMs?: number }
  | { readonly status: 'failed'; readonly failureCode: FailureCode; readonly fundsReturned: boolean }
  | { readonly status: 'returned' };

/** The port that moves money out. One adapter a routing; no name of a network leaves it. */
export interface PayoutRail {
  /**
   * How long the rail knows a key after it was sent, milliseconds; Infinity for one that never forgets. Later than that its
   * `unknown` proves nothing. Name less than the network promises: clocks differ.
   */
  readonly rememberKeysForMs: number;
  /** Every corridor that this rail serves. */
  corridors(): readonly Corridor[];
  /**
   * @param wanted absent for an indicative price
   * @throws RailRefusal
   */
  price(corridor: Corridor, wanted?: Wanted): Promise<Price>;
  /** The reasons that payments in a currency may give, the default ones without it; undefined for one that it cannot pay. */
  paymentReasons(currency?: string): readonly PaymentReason[] | undefined;
  /** Sends, or, when the key is known already, says how that payout stands. @throws RailUnavailable */
  submit(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus>;
  /** How the payout of this instruction's key stands. @throws RailUnavailable */
  status(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus>;
  /** How the payout of a key is funded. Absent on a rail whose payouts all settle from the balance. */
  fundingInstructions?(key: string): Promise<FundingInstructions>;
}
