/** Something that the developer must correct before the stack can start. The message says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** 2 for a mistake on the command line, 1 for everything else. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
