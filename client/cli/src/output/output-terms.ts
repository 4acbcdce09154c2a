/** A file that can be written, as far as this can be known before its content is. */
export interface OutputFile {
  /** Writes the whole content, once. */
  write(content: string): Promise<void>;
  /** Releases the file, whether or not it was written. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface OutputTerms {
  /**
   * The beginning of the content. A device or a FIFO gets it at once, because nothing else shows whether it accepts
   * any.
   */
  readonly head: string;
  /** The maximum size of the whole content, in bytes. */
  readonly bytes: number;
  /** Files that the output must not overwrite. */
  readonly sources?: readonly string[];
  readonly pause: (ms: number) => Promise<void>;
  /** Called if it must wait for a reader. */
  readonly onWait: () => void;
}

/** The code of an error of the file system. */
export function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
