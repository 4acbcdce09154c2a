import type { Store } from '../../../ground/table/store.ts';
import type { Clock } from '../../../ground/time/clock.ts';

/** What the sandbox's acquirer remembers with: a table that is not the payments table, and a clock. */
export interface AcquirerMemory {
  readonly store: Pick<Store, 'get' | 'put'>;
  readonly clock: Clock;
}
