import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Deposit, type DepositBody, DepositEntity, depositPartition, presentDeposit } from './deposit.ts';

export interface DepositFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly Deposit['status'][] | undefined;
}

/** Lists deposits, newest first. */
export async function listDeposits(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { cursor, limit, status = [] }: DepositFilters,
): Promise<ListPage<DepositBody>> {
  const scope = { list: 'deposits', organizationId };
  const { after, page } = walkList(runtime, scope, cursor);
  const range = {
    partition: depositPartition(organizationId),
    after,
    newestFirst: true,
    limit,
    where: { status },
  };
  const { items, next } = await readPage(runtime.store, DepositEntity, range, ({ depositId }) => depositId);
  return page(items.map(presentDeposit), next);
}
