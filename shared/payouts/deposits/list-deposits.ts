import { cursorAt, positionOf } from '../../contract/cursor.ts';
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
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  { cursor, limit, status = [] }: DepositFilters,
): Promise<{ data: DepositBody[]; nextCursor?: string }> {
  const scope = { list: 'deposits', organizationId };
  const range = {
    partition: depositPartition(organizationId),
    after: cursor === undefined ? undefined : positionOf(scope, cursor),
    newestFirst: true,
    limit,
    where: { status },
  };
  const page = await readPage(store, DepositEntity, range, ({ depositId }) => depositId);
  return {
    data: page.items.map(presentDeposit),
    ...(page.next && { nextCursor: cursorAt(scope, page.next) }),
  };
}
