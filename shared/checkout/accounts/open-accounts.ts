import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { methodOf } from '../methods/methods.ts';
import type { MethodAccount } from '../methods/payment-method.ts';
import type { Account } from './account.ts';
import type { AccountRequest } from './account-request.ts';

/** More accounts than any organization needs, and few enough to store in one row. */
export const maxOpenAccounts = 50;

/**
 * The collection accounts of an organization that are not removed. Keeping them in one row limits their number and
 * makes each account easy to find by its identity.
 */
export const OpenAccountsEntity = new Entity({
  name: 'openAccounts',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    /** `identity` is unique among the accounts (`identityOf`). */
    open: list(map({ accountId: string(), identity: string() })),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'ACCOUNTS' }),
});

type OpenAccounts = FormattedItem<typeof OpenAccountsEntity>;

export function openAccountsRef(organizationId: string) {
  return refTo(OpenAccountsEntity, { organizationId });
}

/**
 * Accounts with the same identity count as the same account. The identity includes the currency, but not the holder's
 * name, the BIC or the bank's name.
 */
export function identityOf(request: AccountRequest): string {
  return accountOf(request.kind).identityOf(request as never);
}

/** @throws Error for a kind that has no collection accounts */
export function accountOf(kind: string): MethodAccount {
  const account = methodOf(kind)?.account;
  if (!account) throw new Error(`nothing is paid into accounts of kind ${kind}`);
  return account;
}

/** Returns the id of the open account with an identity. */
export function findOpen(draft: JournalDraft, identity: string): string | undefined {
  return openIn(draft).open.find((account) => account.identity === identity)?.accountId;
}

/**
 * @throws ServiceError BAD_REQUEST when there are too many accounts; CONFLICT when the account is already registered
 */
export function addOpen(draft: JournalDraft, { accountId }: Pick<Account, 'accountId'>, identity: string): void {
  const before = openIn(draft);
  const same = findOpen(draft, identity);
  if (same !== undefined) throw new ServiceError('CONFLICT', `this account is already registered: ${same}`);
  if (before.open.length >= maxOpenAccounts) {
    throw new ServiceError('BAD_REQUEST', `an organization can have at most ${maxOpenAccounts} collection accounts`);
  }
  draft.change(OpenAccountsEntity, { ...before, open: [...before.open, { accountId, identity }] });
}

export function removeOpen(draft: JournalDraft, { accountId }: Pick<Account, 'accountId'>): void {
  const before = openIn(draft);
  draft.change(OpenAccountsEntity, {
    ...before,
    open: before.open.filter((account) => account.accountId !== accountId),
  });
}

function openIn(draft: JournalDraft): OpenAccounts {
  const { organizationId } = draft.head;
  return draft.lookUp(openAccountsRef(organizationId)) ?? { organizationId, version: 1, open: [] };
}
