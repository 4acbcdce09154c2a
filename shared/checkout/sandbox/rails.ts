import type { Store } from '../../ground/table/store.ts';
import type { Clock } from '../../ground/time/clock.ts';
import { sandboxRails } from '../../payouts/sandbox/rails.ts';
import { rememberingRail } from '../../payouts/sandbox/remembering-rail.ts';
import type { Rails } from '../../ports/runtime.ts';
import { sandboxAcquirer } from './acquirer.ts';

/**
 * Every port of the sandbox.
 * @param store not of the payments table
 */
export function sandboxWithMemory(store: Store, clock: Clock): Rails {
  return { ...sandboxRails, payouts: rememberingRail(store), acquirer: sandboxAcquirer({ store, clock }) };
}
