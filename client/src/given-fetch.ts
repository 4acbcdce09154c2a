import { reasonOf } from './unreachable.ts';

/**
 * How JavaScript engines begin their messages about the network. They report them as a TypeError, like a mistake in a
 * program.
 */
const ofNetwork = /^((fetch|load|failed to) f|terminated|network[ e]|error [sdri])/i;

/** Whether an error is a mistake in a program rather than a failure of the network. */
export function isMistake(failure: unknown): boolean {
  // Network errors have codes such as Bun's ECONNRESET. Node's own codes for mistakes begin with ERR_.
  const { name, message, code = 'ERR_' } = Object(failure) as Error & { readonly code?: string };
  return /^(Type|Ref|Range)/.test(name) && /^ERR_/.test(code) && !ofNetwork.test(message);
}

/**
 * Why the caller's own `fetch` failed, as the end of a sentence: its whole message, without the secrets that it was
 * given. If one of them occurs in it, the original error and its cause are omitted as well.
 */
export function givenFailure(failure: unknown, secrets: readonly (string | undefined)[]) {
  const { message = failure, cause } = Object(failure) as Error;
  const said = `: ${message}${reasonOf(failure)}`;
  const reason = secrets.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '…') : text), said);
  const mistaken = isMistake(failure);
  return { reason, cause: reason !== said ? mistaken && new TypeError(reason) : mistaken ? failure : cause };
}
