/** The maximum number of recipients named in the log. */
const maxNamed = 20;

/**
 * The mailer refuses these recipients. All others were sent the mail, or are waiting for it. The log names them by
 * initial and domain, because addresses of people are not logged; `show` names them in full.
 */
export class RecipientsRefused extends Error {
  override readonly name = 'RecipientsRefused';

  constructor(addresses: readonly string[], cause: unknown) {
    const named = addresses.slice(0, maxNamed).map((address) => address.replace(/^(.).*@/u, '$1***@'));
    super(`the mailer refuses mail to ${addresses.length}: ${named.join(', ')}`, { cause });
  }
}
