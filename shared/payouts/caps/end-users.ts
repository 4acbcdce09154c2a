import type { Recipient } from '../../corridors/recipients/recipient.ts';
import { validationError } from '../../ground/errors/service-error.ts';
import { effectiveLimits, type Limited } from '../../identity/effective-limits.ts';

/**
 * The ids under which a payout counts against the cap per end user: the end user that the request names, and the
 * recipient's end user, or the recipient itself if it has none. If only one of them counted, one payee could be paid
 * any number of times under invented ids.
 * @returns an empty list if neither the request nor the recipient names an end user
 */
export function endUsersOf(
  { recipientId, endUserId: own }: Pick<Recipient, 'recipientId' | 'endUserId'>,
  named: string | undefined,
): string[] {
  if (own === undefined && named === undefined) return [];
  const ids = [own ?? recipientId, ...(named === undefined ? [] : [named])];
  return [...new Set(ids.map(comparableId))];
}

/**
 * Ids that look alike are the same: compatibility forms, surrounding spaces and invisible characters make no
 * difference.
 */
export function comparableId(id: string): string {
  return id
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/**
 * Refuses a payout without an end user if there is a cap per end user, because the payout would count for nobody.
 * @param path the field in which a request names the end user
 * @throws ServiceError VALIDATION_ERROR
 */
export function requireEndUser(organization: Limited, endUsers: readonly string[], path = 'endUserId'): void {
  if (effectiveLimits(organization).perEndUserDaily === undefined || endUsers.length > 0) return;
  const message = 'is needed, here or on the recipient: the organization has a cap for each end user';
  throw validationError([{ path, message, code: 'required' }]);
}
