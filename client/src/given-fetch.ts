import { reasonOf } from './unreachable.ts';

/** How engines begin what they say of the network. They say it in a TypeError, as they do of a mistake in a program. */
const ofNetwork = /^((fetch|load|failed to) f|terminated|network[ e]|error [sdri])/i;

/** Whether a program has failed, and not the network. */
export function isMistake(failure: unknown): boolean {
  // Codes of the network such as Bun's ECONNRESET; Node's own for a mistake begin with ERR_.
  const { name, message, code = 'ERR_' } = Object(failure) as Error & { readonly code?: string };
  return /^(Type|Ref|Range)/.test(name) && /^ERR_/.test(code) && !ofNetwork.test(message);
}

/**
 * Why a given `fetch` has failed, as the end of a sentence: its whole message, without the secrets that it was given. A
 * cause that contains one of them is omitted as well.
 */
export function givenFailure(failure: unknown, secrets: readonly (string | undefined)[]) {
  const { message = failure, cause } = Object(failure) as Error;
  const said = `: ${message}${reasonOf(failure)}`;
  const reason = secrets.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '…') : text), said);
  const mistaken = isMistake(failure);
  return { reason, cause: reason !== said ? mistaken && new TypeError(reason) : mistaken ? failure : cause };
}
