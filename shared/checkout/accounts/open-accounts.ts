import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { methodOf } from '../methods/methods.ts';
import type { MethodAccount } from '../methods/payment-method.ts';
import type { Account } from './account.ts';
import type { AccountRequest } from './account-request.ts';

/** More than anybody has. They stand in one row. */
export const maxOpenAccounts = 50;

/** The collection accounts of an organization that are not removed: it bounds them, and finds one by what it is. */
export const OpenAccountsEntity = new Entity({
  name: 'openAccounts',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    /** `identity` is what no two of them share (`identityOf`). */
    open: list(map({ accountId: string(), identity: string() })),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'ACCOUNTS' }),
});

type OpenAccounts = FormattedItem<typeof OpenAccountsEntity>;

export function openAccountsRead(organizationId: string) {
  return read(OpenAccountsEntity, { organizationId });
}

/**
 * What makes two registrations the same account. A holder's name, a BIC or a bank's name make no other account; another
 * currency does.
 */
export function identityOf(request: AccountRequest): string {
  return accountOf(request.kind).identityOf(request as never);
}

/** @throws Error for a kind that is paid into no account */
export function accountOf(kind: string): MethodAccount {
  const account = methodOf(kind)?.account;
  if (!account) throw new Error(`nothing is paid into accounts of kind ${kind}`);
  return account;
}

/** The open account that is the same as what is asked for. */
export function findOpen(draft: JournalDraft, identity: string): string | undefined {
  return openIn(draft).open.find((account) => account.identity === identity)?.accountId;
}

/** @throws ServiceError BAD_REQUEST beyond the number of accounts, CONFLICT for one that is registered */
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
  return draft.lookUp(openAccountsRead(organizationId)) ?? { organizationId, version: 1, open: [] };
}
