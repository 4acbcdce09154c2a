import { refTo } from '../../shared/ground/table/expressions.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import { RailRecordEntity } from '../../shared/providers/records/rail-record.ts';
import { sandboxAcquirer } from '../../shared/providers/sandbox/cards/acquirer.ts';
import { sandboxChain } from '../../shared/providers/sandbox/chain/chain.ts';
import { rememberingRail } from '../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { holdsAsAcquirer } from './acquirer.ts';
import { addressOfTest, holdsAsChain } from './chain.ts';
import { holdsAsRail } from './rail.ts';

holdsAsRail('the sandbox', (memory) => ({
  open: () => rememberingRail(memory),
  // What is on record is paid, and each key has one record.
  paymentsOf: async (key) => ((await memory.get(refTo(RailRecordEntity, { key }))) ? 1 : 0),
}));

holdsAsAcquirer('the sandbox', (store, clock) => sandboxAcquirer({ store, clock }));

holdsAsChain('the sandbox', (store, clock) => ({
  open: () => sandboxChain({ store, clock }),
  async send(key, amount) {
    const { testTransfers } = sandboxChain({ store, clock });
    const sent = await testTransfers?.send(createIds(), { ...addressOfTest, key, amount });
    return sent?.finalAt ?? 0;
  },
}));
