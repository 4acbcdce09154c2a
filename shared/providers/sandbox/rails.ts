import type { Store } from '../../ground/table/store.ts';
import type { Clock } from '../../ground/time/clock.ts';
import type { Rails } from '../../ports/runtime.ts';
import { sandboxAcquirer } from './cards/acquirer.ts';
import { sandboxChain } from './chain/chain.ts';
import { rememberingRail } from './payouts/remembering-rail.ts';
import { sandboxRails } from './rails-without-network.ts';

/**
 * Every port of the sandbox.
 * @param store of a table other than the payments table
 */
export function sandboxWithMemory(store: Store, clock: Clock): Rails {
  const memory = { store, clock };
  return {
    ...sandboxRails,
    payouts: { sandbox: rememberingRail(store) },
    acquirer: sandboxAcquirer(memory),
    chain: sandboxChain(memory),
  };
}
