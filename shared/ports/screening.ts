import { Outage } from '../ground/errors/outage.ts';

export interface ScreeningSubject {
  readonly name: string;
  /** Absent where none was given for a wallet. */
  readonly country?: string | undefined;
  readonly recipientDetails: Readonly<Record<string, string>>;
  readonly corridorId: string;
  /** The address of a wallet, with its checksum. Absent for a bank account. */
  readonly walletAddress?: string | undefined;
  /** Entries of the list that two operators have found to be somebody else. They refuse this subject no more. */
  readonly cleared?: readonly number[] | undefined;
}

/**
 * The provider cannot tell now whether the recipient may be paid. Nothing is saved, and the same request may be tried
 * again.
 */
export class ScreeningUnavailable extends Outage {
  override readonly name = 'ScreeningUnavailable';
}

/** The port that tells whether a recipient may be paid at all, by its name and by the address of its wallet. It does not tell why. */
export interface Screening {
  /** @throws ScreeningUnavailable; the answer is never `clear` when in doubt */
  screen(subject: ScreeningSubject): Promise<'clear' | 'refused'>;
}

/** The port that tells whether money may be taken from an address of a chain. */
export interface SenderScreening {
  /** Whatever the capitals of the address. @throws ScreeningUnavailable; the answer is never `clear` when in doubt */
  screenSender(address: string): Promise<'clear' | 'refused'>;
}

/** A listed party that a name resembles. */
export interface NearParty {
  readonly entityNumber: number;
  /** The listed name, as the list has it. */
  readonly listed: string;
  /** 0 to 1. */
  readonly score: number;
  /** Words that met, most similar first; empty where the names met by their letters, without regard to words. */
  readonly words: readonly { readonly subject: string; readonly listed: string; readonly similarity: number }[];
}

export interface ScreeningReview {
  /** `not-comparable`: the name is not all in letters that can be compared. */
  readonly verdict: 'clear' | 'refused' | 'not-comparable';
  /** The score from which a name is refused. */
  readonly refusedFrom: number;
  readonly nearest: readonly NearParty[];
}

export interface AddressReview {
  readonly verdict: 'clear' | 'refused';
  /** Whose the address is. */
  readonly entityNumber?: number;
}

/** Tells an operator what screening answers about a name, and why. Callers of the API are never told. */
export interface ScreeningReviewer {
  /** @throws ScreeningUnavailable */
  review(name: string): Promise<ScreeningReview>;
  /** Whether a digital currency address is listed, whatever its capitals. @throws ScreeningUnavailable */
  reviewAddress(address: string): Promise<AddressReview>;
}
