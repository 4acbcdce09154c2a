export interface ScreeningSubject {
  readonly name: string;
  readonly country: string;
  readonly recipientDetails: Readonly<Record<string, string>>;
  readonly corridorId: string;
}

/** Nobody can say now whether the recipient may be paid. Nothing is saved, and the same request may be tried again. */
export class ScreeningUnavailable extends Error {
  override readonly name = 'ScreeningUnavailable';
}

/** The port that says whether a recipient may be paid at all. The reason stays behind it. */
export interface Screening {
  /** @throws ScreeningUnavailable; never `clear` in doubt */
  screen(subject: ScreeningSubject): Promise<'clear' | 'refused'>;
}
