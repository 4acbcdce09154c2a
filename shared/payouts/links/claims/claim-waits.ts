/**
 * Why the payees of a link must wait, in addition to error types. `pending_approval`: people are voting on the input of
 * one of them. `other_details`: people have agreed to other details. `too_few_voters`: nobody could vote. `restored`: a
 * restore of the table has closed the link.
 */
export const waitingCodes = ['pending_approval', 'other_details', 'too_few_voters', 'restored'] as const;
export type WaitingCode = (typeof waitingCodes)[number];

/** A claim has to wait, and changes nothing. */
export class ClaimWaits extends Error {
  override readonly name = 'ClaimWaits';
  readonly code: string;

  /** @param code one of `waitingCodes`, or the type of an error */
  constructor(code: string) {
    super(`the claim waits: ${code}`);
    this.code = code;
  }
}
