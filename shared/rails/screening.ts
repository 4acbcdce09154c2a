export interface ScreeningSubject {
  readonly name: string;
  readonly country: string;
  readonly recipientDetails: Readonly<Record<string, string>>;
  readonly corridorId: string;
}

/** The port that says whether a recipient may be paid at all. The reason stays behind it. */
export interface Screening {
  screen(subject: ScreeningSubject): Promise<'clear' | 'refused'>;
}
