interface Cause {
  readonly code?: unknown;
  readonly message?: string;
  /** One for each address that was tried. */
  readonly errors?: readonly Cause[];
}

/** Explanations for codes of Node's network errors whose messages are hard to read. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: ',
  ENOTFOUND: 'its name has no address: ',
};

/**
 * Why `fetch` failed, as the end of a sentence. Only the error's cause is used, which is about the connection. The
 * error's own message can quote a header, and therefore a token. Browsers give no cause.
 */
export function reasonOf(failure: unknown): string {
  const cause = (failure as { readonly cause?: Cause } | undefined)?.cause;
  if (!cause) return '.';
  const causes = cause.errors ?? [cause];
  return `: ${words[`${causes[0]?.code}`] ?? ''}${causes.map(({ message }) => message).join(', ')}.`;
}
