import { Outage } from '../ground/errors/outage.ts';
import type { AmountLeg } from './amount-leg.ts';
import type { Corridor } from './corridor.ts';
import type { FailureCode } from './failure-codes.ts';

/** A rail's exchange rate and fee. */
export interface Price {
  /** Destination units per source unit: a positive decimal string with at most 8 decimal places. */
  readonly rate: string;
  /** Minor units of the corridor's source currency. Not negative. */
  readonly fee: bigint;
}

/** Why a payment is made. */
export interface PaymentReason {
  readonly id: string;
  readonly label: string;
}

/**
 * The amount to price, in minor units of the source currency, or of the destination currency for the leg `destination`.
 */
export interface Wanted {
  readonly amount: bigint;
  readonly leg: AmountLeg;
}

/** Thrown by `price`: the network does not accept this amount. The message is logged, never shown to a caller. */
export class RailRefusal extends Error {
  override readonly name = 'RailRefusal';
}

/**
 * Thrown by `price`, `submit` and `status`: the whole rail is unavailable, which says nothing about this payout. The
 * payout waits until the rail is back, however long that takes. The rail may nevertheless have received a `submit`. Any
 * other error counts as a failed attempt of the payout.
 */
export class RailUnavailable extends Outage {
  override readonly name = 'RailUnavailable';
}

/** A payout as it is sent to a rail. */
export interface PayoutInstruction {
  /** Identical on every attempt. A rail that knows the key does not pay twice. */
  readonly key: string;
  readonly corridorId: string;
  readonly destinationAmount: bigint;
  readonly destinationCurrency: string;
  /** In a form that the corridor's `namePattern` accepts. */
  readonly recipientName: string;
  readonly recipientDetails: Readonly<Record<string, string>>;
  /** When the payout was accepted, milliseconds since the epoch. */
  readonly acceptedAt: number;
  /**
   * The organization in whose name it is paid. The rail stores it with the payment, like the memo, and `since` returns
   * both.
   */
  readonly organizationId: string;
  /** The organization's connection on which the payout was begun. Absent if no connection of its own pays it. */
  readonly connectionId?: string | undefined;
  /**
   * Lets the service recognize a payout that its own table has lost (docs/adr/0032). It means nothing to a rail. It has
   * at most `longestMemo` characters, and contains no name or account of a payee, unless a caller has put one into the
   * metadata.
   */
  readonly memo: string;
  /**
   * Present if an operator has verified that the payout was not paid, and permits one more send although it may have
   * been sent.
   */
  readonly resend?: true;
}

export const longestMemo = 5_000;

/** A rail's answer about a key that it cannot find. */
export interface Unknown {
  readonly status: 'unknown';
  /** The payout was about to be sent, and nothing proves that it was not. Only a person can permit another send. */
  readonly perhapsSent?: true;
}

/**
 * A payout's status as reported by a rail. `checkRailStatus` refuses everything else. While the rail remembers keys,
 * `unknown` without `perhapsSent` is definite: the rail has never received this one. `recheckInMs` is a whole number
 * above zero, at most thirty days.
 */
export type RailStatus =
  | Unknown
  | { readonly status: 'pending' | 'processing'; readonly recheckInMs: number }
  | { readonly status: 'completed'; readonly recheckInMs?: number }
  | { readonly status: 'failed'; readonly failureCode: FailureCode; readonly fundsReturned: boolean }
  | { readonly status: 'returned' };

/** A payment as recorded by its rail. */
export interface RailRecord
  extends Pick<
    PayoutInstruction,
    'key' | 'organizationId' | 'memo' | 'corridorId' | 'destinationAmount' | 'destinationCurrency'
  > {
  /** When the rail first received it, in milliseconds since the epoch by the rail's clock. */
  readonly receivedAt: number;
  readonly news: Exclude<RailStatus, { readonly status: 'unknown' }>;
}

/** A record, and the name of the rail that has it. */
export interface NamedRecord extends RailRecord {
  readonly rail: string;
}

/** Some of a rail's records. `checkRailPage` refuses malformed ones. A page may be empty without being the last. */
export interface RailPage {
  /** At most `mostRecords`, in any order. */
  readonly records: readonly RailRecord[];
  /** Requests the next page. Absent on the last one. */
  readonly next?: string | undefined;
}

export const mostRecords = 100;

/** The port that sends money out. Each routing has one adapter, and no name of a network leaves the adapter. */
export interface PayoutRail {
  /**
   * How long the rail remembers a key after it was sent, in milliseconds; Infinity if it never forgets. After that, its
   * `unknown` proves nothing. Set this shorter than the network promises, because clocks differ.
   */
  readonly rememberKeysForMs: number;
  /** Every corridor that this rail serves. */
  corridors(): readonly Corridor[];
  /** Whether new payouts of an organization use this rail. If absent, the rail serves every organization. */
  serves?(organizationId: string): boolean;
  /**
   * @param wanted absent for an indicative price
   * @throws RailRefusal, RailUnavailable
   */
  price(corridor: Corridor, wanted?: Wanted): Promise<Price>;
  /**
   * The reasons that payments in a currency can give, or the default reasons without a currency. Undefined for a
   * currency that the rail cannot pay.
   */
  paymentReasons(currency?: string): readonly PaymentReason[] | undefined;
  /** Sends a payout, or returns its status if the rail already knows the key. @throws RailUnavailable */
  submit(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus>;
  /** Returns the status of the payout with this instruction's key. @throws RailUnavailable */
  status(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus>;
  /**
   * Every payment that the rail has received since a time, whatever its outcome. A payment may occur more than once.
   * After a restore of the table, nothing else shows what was sent (docs/adr/0032). If a network stores no memo, or
   * lists no payments, its adapter keeps its own record before it sends, outside the reach of such a restore.
   * @param page the `next` of the previous page
   * @throws RailUnavailable
   */
  since(sinceMs: number, nowMs: number, page?: string): Promise<RailPage>;
}
