import type { Recipient } from '../../corridors/recipients/recipient.ts';
import { validationError } from '../../ground/errors/service-error.ts';
import { comparedForm } from '../../ground/text/compared-form.ts';
import { effectiveLimits, type Limited } from '../../identity/effective-limits.ts';

/**
 * The ids under which a payout counts against the cap per end user: the end user named in the request, and the
 * recipient's end user, or the recipient itself if it has none. If only one of them counted, one payee could be paid
 * any number of times under invented ids.
 */
export function endUsersOf(recipient: Payee, named: string | undefined): string[] {
  const ids = [payeeOf(recipient), ...(named === undefined ? [] : [comparableId(named)])];
  return [...new Set(ids)];
}

type Payee = Pick<Recipient, 'recipientId' | 'endUserId'>;

/** The id under which every payout to a recipient counts: that of its end user, or its own. */
export function payeeOf({ recipientId, endUserId = recipientId }: Payee): string {
  return comparableId(endUserId);
}

/**
 * Ids that look alike are equal: in addition to what `comparedForm` ignores, compatibility forms and all format
 * characters are ignored.
 */
export function comparableId(id: string): string {
  return comparedForm(id.normalize('NFKC').replace(/\p{Cf}/gu, ''));
}

/**
 * Refuses a payout without an end user if there is a cap per end user, because the payout would count for nobody.
 * @param endUserId the one named in the request, or the recipient
 * @param path the request field for the end user
 * @throws ServiceError VALIDATION_ERROR
 */
export function requireEndUser(organization: Limited, endUserId: string | undefined, path = 'endUserId'): void {
  if (effectiveLimits(organization).perEndUserDaily === undefined || endUserId !== undefined) return;
  const message = 'is needed, here or on the recipient: the organization has a cap for each end user';
  throw validationError([{ path, message, code: 'required' }]);
}
