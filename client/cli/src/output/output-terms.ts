/** A file that can be written, as far as that can be known before its content is. */
export interface OutputFile {
  /** Writes the whole content, once. */
  write(content: string): Promise<void>;
  /** Lets go of it, written or not. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface OutputTerms {
  /** What the content begins with. A device or a FIFO gets it at once, because nothing else shows that it takes any. */
  readonly head: string;
  /** Bytes that the whole will have at most. */
  readonly bytes: number;
  /** Files that the output must not be. */
  readonly sources?: readonly string[];
  readonly pause: (ms: number) => Promise<void>;
  /** Called if it has to be waited for a reader. */
  readonly onWait: () => void;
}

/** The code of an error of the file system. */
export function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
