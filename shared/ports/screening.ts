import { Outage } from '../ground/errors/outage.ts';

export interface ScreeningSubject {
  readonly name: string;
  /** Absent if none was given for a wallet. */
  readonly country?: string | undefined;
  readonly recipientDetails: Readonly<Record<string, string>>;
  readonly corridorId: string;
  /** The address of a wallet, with its checksum. Absent for a bank account. */
  readonly walletAddress?: string | undefined;
  /** List entries that two operators have confirmed to be someone else. They no longer refuse this subject. */
  readonly cleared?: readonly number[] | undefined;
}

/**
 * The provider cannot currently say whether the recipient may be paid. Nothing is saved, and the same request can be
 * tried again.
 */
export class ScreeningUnavailable extends Outage {
  override readonly name = 'ScreeningUnavailable';
}

/**
 * The port that says whether a recipient may be paid, by its name and by the address of its wallet. It gives no
 * reasons.
 */
export interface Screening {
  /** @throws ScreeningUnavailable; the answer is never `clear` when in doubt */
  screen(subject: ScreeningSubject): Promise<'clear' | 'refused'>;
}

/** The port that says whether money may be accepted from an address on a chain. */
export interface SenderScreening {
  /**
   * @param address in any case
   * @throws ScreeningUnavailable; the answer is never `clear` when in doubt
   */
  screenSender(address: string): Promise<'clear' | 'refused'>;
}

/** A listed party whose name is similar. */
export interface NearParty {
  readonly entityNumber: number;
  /** The listed name, as on the list. */
  readonly listed: string;
  /** 0 to 1. */
  readonly score: number;
  /** The matching words, most similar first. Empty if the names matched by their letters, regardless of words. */
  readonly words: readonly { readonly subject: string; readonly listed: string; readonly similarity: number }[];
}

export interface ScreeningReview {
  /** `not-comparable`: the name has letters that cannot be compared. */
  readonly verdict: 'clear' | 'refused' | 'not-comparable';
  /** The score from which a name is refused. */
  readonly refusedFrom: number;
  readonly nearest: readonly NearParty[];
}

export interface AddressReview {
  readonly verdict: 'clear' | 'refused';
  /** The entity that the address belongs to. */
  readonly entityNumber?: number;
}

/** Explains the screening result of a name to an operator. Callers of the API are never told. */
export interface ScreeningReviewer {
  /** @throws ScreeningUnavailable */
  review(name: string): Promise<ScreeningReview>;
  /** Whether a digital currency address is listed, regardless of case. @throws ScreeningUnavailable */
  reviewAddress(address: string): Promise<AddressReview>;
}
