import type { Store } from '../../../ground/table/store.ts';
import type { Clock } from '../../../ground/time/clock.ts';

/** The memory of the sandbox's acquirer: a table other than the payments table, and a clock. */
export interface AcquirerMemory {
  readonly store: Pick<Store, 'get' | 'put'>;
  readonly clock: Clock;
}
