/** The log has room for so many. */
const maxNamed = 20;

/**
 * The mailer refuses these recipients, and whoever else should have the mail was sent it or waits. The log names them
 * by initial and domain; `show` names them in full, because addresses of people are not logged.
 */
export class RecipientsRefused extends Error {
  override readonly name = 'RecipientsRefused';

  constructor(addresses: readonly string[], cause: unknown) {
    const named = addresses.slice(0, maxNamed).map((address) => address.replace(/^(.).*@/u, '$1***@'));
    super(`the mailer refuses mail to ${addresses.length}: ${named.join(', ')}`, { cause });
  }
}
