import type { SealingKeys } from '../../../ground/signatures/seal.ts';
import { timestamp } from '../../../ground/time/clock.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import { mailWrites } from '../../../journal/rows/mail-writes.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import type { PayoutLink } from '../payout-link.ts';
import { countPayeeMail } from './payee-mails.ts';

/**
 * What the mail to a payee needs besides the link. Created before the decision, so that a repeated decision requests
 * the same mail.
 */
interface Postage {
  readonly mailId: string;
  readonly sealingKeys: SealingKeys;
  /** The address of the link's page. */
  readonly url: string;
}

export async function postageOf({ ids, clock, secrets }: Runtime<'sealing'>, url: string): Promise<Postage> {
  return { mailId: ids.next('mail', clock()), sealingKeys: await secrets.sealingKeys(), url };
}

/**
 * Whether the address of a link's page is mailed to its payee instead of shown. Nothing from the sandbox is mailed to
 * payees.
 */
export function isMailed(link: PayoutLink): link is PayoutLink & { readonly payeeEmail: string } {
  return link.livemode && link.payeeEmail !== undefined;
}

/**
 * Mails a payee the address of a link's page. The mail names the organization and contains nothing written by the
 * caller.
 * @returns false if the address has already been sent the maximum number of mails for the day, in which case nothing is
 * mailed
 */
export function mailAddress(
  draft: JournalDraft,
  { organizationId, name }: Organization,
  { payeeEmail, expiresAt }: PayoutLink & { readonly payeeEmail: string },
  { mailId, sealingKeys, url }: Postage,
): boolean {
  if (!countPayeeMail(draft, payeeEmail)) return false;
  const text = [
    `${name} has a payment for you. Open this page to say where it should be paid:`,
    url,
    `The page can be used once, until ${timestamp(expiresAt)}. Do not share the address, because anyone who has it can claim the payment.`,
    'If you did not expect this, you can ignore it.',
  ].join('\n\n');
  const mail = { organizationId, mailId, to: [payeeEmail], subject: `${name} has a payment for you`, text };
  draft.write(...mailWrites(mail, sealingKeys, draft.now));
  return true;
}
