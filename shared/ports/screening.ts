export interface ScreeningSubject {
  readonly name: string;
  readonly country: string;
  readonly recipientDetails: Readonly<Record<string, string>>;
  readonly corridorId: string;
}

/**
 * The provider cannot tell now whether the recipient may be paid. Nothing is saved, and the same request may be tried
 * again.
 */
export class ScreeningUnavailable extends Error {
  override readonly name = 'ScreeningUnavailable';
}

/** The port that tells whether a recipient may be paid at all. It does not tell why. */
export interface Screening {
  /** @throws ScreeningUnavailable; the answer is never `clear` when in doubt */
  screen(subject: ScreeningSubject): Promise<'clear' | 'refused'>;
}
