/** Shorter texts identify nobody, and occur everywhere. */
const minLength = 4;

/**
 * Removes from the messages of an error, and of its causes, all texts that a caller sent, because an adapter of an
 * outside system may quote its input, such as an account number or a name. Returns an error of the same class, or the
 * error itself if it quotes nothing.
 * @param sent texts, in arrays and objects of any depth
 */
export function hideValues(error: Error, sent: unknown): Error {
  // An adapter may quote the values as part of a JSON text.
  const forms = textsIn(sent).flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  const values = [...new Set(forms)].filter(({ length }) => length >= minLength);
  // Longest first, because one value may be part of another.
  return hideIn(
    error,
    values.sort((a, b) => b.length - a.length),
  ) as Error;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function hideIn(error: unknown, values: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  const message = values.reduce((text, value) => text.replaceAll(value, '[hidden]'), error.message);
  const cause = hideIn(error.cause, values);
  if (message === error.message && cause === error.cause) return error;
  const { name, stack } = error;
  const hidden = Object.create(Object.getPrototypeOf(error) as object) as Error;
  return Object.assign(hidden, error, { name, message, stack, cause });
}
