import type { MailMaterial } from '../../access/voters/remove-voter.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../journal/rows/name-in-mail.ts';
import type { Account } from './account.ts';

const titles = {
  added: 'Buyers can pay into a new account of',
  removed: 'An account for payments from buyers was removed at',
};

/**
 * Notifies owners and admins that an account was added or removed. A thief would change the accounts that buyers pay
 * into, and only the owners and admins know whether the change was theirs.
 */
export function mailAccountChange(
  draft: JournalDraft,
  organization: Organization,
  { account, change, by, material }: AccountChange,
): void {
  const { accountId, kind, currency, details } = account;
  const title = `${titles[change]} ${nameInMail(organization)}`;
  const mail = {
    organizationId: organization.organizationId,
    mailId: material.mailId,
    to: { roles: ['owner' as const, 'admin' as const] },
    subject: title,
    text: [
      `${title}: ${accountId} (${kind}, ${currency}).`,
      Object.entries(JSON.parse(details))
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      `It was ${change === 'added' ? 'requested' : 'removed'} by ${by}.`,
      change === 'added'
        ? 'If this account is not yours, remove the account and the member or key that added it: buyers’ payments into it go to someone else.'
        : 'Links that use it can no longer be published. If this is wrong, find out who removed it, and register the account again.',
    ].join('\n\n'),
  };
  draft.write(...mailWrites(mail, material.sealingKeys, draft.now));
}

interface AccountChange {
  readonly account: Account;
  readonly change: 'added' | 'removed';
  /** User id of the person who added or removed the account. */
  readonly by: string | undefined;
  readonly material: MailMaterial;
}
