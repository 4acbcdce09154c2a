import { type Account, accountPartition, CollectionAccountEntity } from '../../checkout/accounts/account.ts';
import { openAccountsRef } from '../../checkout/accounts/open-accounts.ts';
import type { Store } from '../../ground/table/store.ts';
import { behind } from './progress.ts';

const perPage = 100;

/**
 * Checks the next page of an organization's collection accounts: whether its list of open accounts matches those that
 * are open.
 */
export async function checkAccounts(store: Store, organizationId: string, after: string | undefined) {
  const [page, list] = await Promise.all([
    store.range(CollectionAccountEntity, { partition: accountPartition(organizationId), after, limit: perPage }),
    store.get(openAccountsRef(organizationId)),
  ]);
  const listed = (list?.open ?? []).map(({ accountId }) => accountId);
  const findings = [
    ...page.items.flatMap((account) => accountFindings(account, listed)),
    ...(after === undefined ? await unknownFindings(store, organizationId, listed) : []),
  ];
  return { findings, next: behind(page.examinedTo) };
}

function accountFindings({ accountId, status }: Account, listed: readonly string[]): string[] {
  const times = listed.filter((id) => id === accountId).length;
  const wanted = status === 'removed' ? 0 : 1;
  return times === wanted ? [] : [`${accountId} is ${status}, and is listed ${times} times as open`];
}

async function unknownFindings(store: Store, organizationId: string, listed: readonly string[]): Promise<string[]> {
  const known = await store.getMany(
    CollectionAccountEntity,
    [...new Set(listed)].map((accountId) => ({ organizationId, accountId })),
  );
  return listed
    .filter((id) => !known.some(({ accountId }) => accountId === id))
    .map((id) => `${id} is listed as open, and does not exist`);
}
