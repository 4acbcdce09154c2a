import { expect } from 'vitest';
import { BalanceTransactionEntity } from '../../../shared/journal/rows/balance-transaction.ts';
import type { FaultyTable, TableCall } from '../../support/faults.ts';
import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

interface Batch {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly { readonly pk: string }[] }>>;
}

/** From now on the table answers batches without the payouts in them, as it may when it is busy. */
function leavePayoutsUnread(table: FaultyTable): void {
  const namesPayout = ({ name, input }: TableCall) => name === 'BatchGet' && JSON.stringify(input).includes('"PAYOUT#');
  table.intercept(async (call, go) => {
    if (!namesPayout(call)) return go();
    const { RequestItems } = call.input as unknown as Batch;
    return { Responses: {}, UnprocessedKeys: RequestItems };
  });
}

/** What cannot be read whole. */
export const recordRows: readonly ErrorRow[] = [
  {
    words: '`ORDERS_TEMPORARILY_UNAVAILABLE` | 503 | partial list refused; retry | nothing moved / same request',
    async scene(stage) {
      const { of, sluice, pay, reference } = await payer(stage);
      const { payoutId } = await pay();
      leavePayoutsUnread(stage.table);
      return {
        of,
        calls: [
          async () => {
            const { data } = await sluice.listOrders({ reference });
            expect(data.map((order) => order.payoutId)).toEqual([payoutId]);
          },
        ],
        clear: () => stage.mend(),
      };
    },
  },
  {
    words: '`HISTORY_TOO_LARGE` | 413 | page balance transactions instead | -',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      await stage.service.runtime.store.put(BalanceTransactionEntity, {
        organizationId: of.organizationId,
        // Sequences have no gap: so many rows there are.
        sequence: 15_001,
        at: stage.service.clock.now + 1,
        type: 'adjustment',
        currency: 'USD',
        amount: 1n,
        balanceAfter: 1n,
      });
      return { of, calls: [() => sluice.getBalanceHistory()], instead: () => sluice.listBalanceTransactions() };
    },
  },
];
