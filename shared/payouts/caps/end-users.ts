import type { Recipient } from '../../corridors/recipients/recipient.ts';
import { validationError } from '../../ground/errors/service-error.ts';
import { effectiveLimits, type Limited } from '../../identity/effective-limits.ts';

/**
 * Under which ids a payout counts against the per-end-user cap: whom its request names, and whom its recipient is, or the
 * recipient itself where that has no end user. Under both, or one payee could be paid any number of times under ids made up.
 * @returns empty where nobody is named
 */
export function endUsersOf(
  { recipientId, endUserId: own }: Pick<Recipient, 'recipientId' | 'endUserId'>,
  named: string | undefined,
): string[] {
  if (own === undefined && named === undefined) return [];
  const ids = [own ?? recipientId, ...(named === undefined ? [] : [named])];
  return [...new Set(ids.map(comparableId))];
}

/** What looks alike is one: compatibility forms, spaces around and characters that show nothing make no other id. */
export function comparableId(id: string): string {
  return id
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/**
 * Where end users have a cap, a payout that names none would count for nobody.
 * @param path where a request names one
 * @throws ServiceError VALIDATION_ERROR
 */
export function requireEndUser(organization: Limited, endUsers: readonly string[], path = 'endUserId'): void {
  if (effectiveLimits(organization).perEndUserDaily === undefined || endUsers.length > 0) return;
  const message = 'is needed, here or on the recipient: the organization has a cap for each end user';
  throw validationError([{ path, message, code: 'required' }]);
}
