interface Cause {
  readonly code?: unknown;
  readonly message?: string;
  /** One for each address that was tried. */
  readonly errors?: readonly Cause[];
}

/** Codes of Node's network errors whose messages are no words. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: ',
  ENOTFOUND: 'its name has no address: ',
};

/**
 * Why `fetch` has failed, as the end of a sentence. Only the cause of its error is read, which is about the connection:
 * the message of the error itself can quote a header, and so a token. Browsers give no cause.
 */
export function reasonOf(failure: unknown): string {
  const cause = (failure as { readonly cause?: Cause } | undefined)?.cause;
  if (!cause) return '.';
  const causes = cause.errors ?? [cause];
  return `: ${words[`${causes[0]?.code}`] ?? ''}${causes.map(({ message }) => message).join(', ')}.`;
}
