import { type Account, CollectionAccountEntity } from '../../../../shared/checkout/accounts/account.ts';
import type { Link } from '../../../../shared/checkout/links/link.ts';
import { linkOfPayment } from '../../../../shared/checkout/payments/payment.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import type { Commit } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import { organizationWhen } from './electorate.ts';
import { incomeOf } from './income.ts';
import type { Invariant } from './invariant.ts';
import { itemBefore } from './reads.ts';

export const accountInvariants: readonly Invariant[] = [
  { name: 'an account goes as its table says, and nothing else of it changes', broken: accountsGoOn },
  { name: 'where there are approvers no account is opened without them', broken: accountsAreVotedOn },
  { name: 'the open accounts are those that are not removed, each once', broken: openAccountsAreListed },
  { name: 'links are published with accounts that are active', broken: linksNameActiveAccounts },
  { name: 'an account that is not active takes no new payments', broken: removedTakeNothing },
];

const nextStatuses: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'active', 'removed'],
  active: ['active', 'removed'],
  removed: ['removed'],
};

function accountsGoOn({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`COLLECTION_ACCOUNT#${organizationId} `).flatMap((key) => {
    const path = witness.history(key).map(({ item }) => format(CollectionAccountEntity, item ?? {}));
    const isPath = path.every(({ status }, index) => {
      const before = path[index - 1]?.status;
      return before === undefined ? status !== 'removed' : nextStatuses[before]?.includes(status);
    });
    const facts = new Set(path.map(({ kind, currency, details }) => `${kind} ${currency} ${details}`));
    return isPath && facts.size === 1 ? [] : [`${key} went ${path.map(({ status }) => status)} as ${[...facts]}`];
  });
}

function accountsAreVotedOn(books: Books, world: World): string[] {
  const { organizationId, accounts } = books;
  return accounts.flatMap(({ accountId, approvalId }) => {
    const key = `COLLECTION_ACCOUNT#${organizationId} ${accountId}`;
    const versions = world.witness.history(key);
    const opened = versions.find(({ item }) => item?.status === 'active');
    if (!opened) return [];
    const isFree = organizationWhen(books, world, key).approvals === undefined && opened === versions[0];
    const isExecuted = opened.commit.changes.some(
      (change) => change.key === `APPROVAL#${organizationId} ${approvalId}` && change.after?.status === 'executed',
    );
    return isFree !== isExecuted ? [] : [`${opened.commit.by?.name} opened ${accountId} without a vote`];
  });
}

function openAccountsAreListed({ organizationId, accounts }: Books, { witness }: World): string[] {
  const stored = witness.current(`ORG#${organizationId} ACCOUNTS`)?.open as
    | readonly Pick<Account, 'accountId'>[]
    | undefined;
  const listed = (stored ?? []).map(({ accountId }) => accountId).sort();
  const open = accounts.filter(({ status }) => status !== 'removed');
  const wanted = open.map(({ accountId }) => accountId).sort();
  const facts = new Set(
    open.map(({ kind, currency, details }) => `${kind} ${currency} ${nameOf(JSON.parse(details))}`),
  );
  const isOnce = facts.size === open.length;
  return isOnce && listed.join() === wanted.join() ? [] : [`${listed} are listed, ${wanted} are open`];
}

/** What a transfer names. */
function nameOf({ iban, token, chain, address }: Readonly<Record<string, string>>): string {
  return iban ?? `${token} ${chain} ${address}`;
}

function linksNameActiveAccounts({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`CHECKOUT_LINK#${organizationId} `).flatMap((key) => {
    const versions = witness.history(key);
    const published = versions.find(
      ({ item }, index) => item?.status === 'sent' && versions[index - 1]?.item?.status !== 'sent',
    );
    if (!published) return [];
    return closedOf(published.item as Link, published.commit, organizationId, witness).map(
      (accountId) => `${published.commit.by?.name} published ${key} with ${accountId}`,
    );
  });
}

function removedTakeNothing(books: Books, world: World): string[] {
  const { organizationId } = books;
  return incomeOf(books, world).flatMap(({ commit, before, after: { paymentId, method, late } }) => {
    if (before || late) return [];
    const link = itemBefore(
      world.witness,
      `CHECKOUT_LINK#${organizationId} ${linkOfPayment(paymentId)}`,
      commit,
    ) as Link;
    const own = link.methods.filter(({ kind }) => kind === method.kind);
    const closed = closedOf({ ...link, methods: own }, commit, organizationId, world.witness);
    return closed.map((accountId) => `${commit.by?.name} opened ${paymentId} on ${accountId}`);
  });
}

/** The accounts of a link that were not active when a commit came. */
function closedOf({ methods }: Link, commit: Commit, organizationId: string, witness: World['witness']): string[] {
  const ids = methods.flatMap(({ accountId }) => accountId ?? []);
  return ids.filter(
    (accountId) =>
      itemBefore(witness, `COLLECTION_ACCOUNT#${organizationId} ${accountId}`, commit)?.status !== 'active',
  );
}
