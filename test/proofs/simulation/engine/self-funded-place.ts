import { ConnectionEntity } from '../../../../shared/connections/connection.ts';
import { create } from '../../../../shared/ground/table/writes.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { playedConnection } from '../../../support/funding/played-connection.ts';
import type { Place } from './scene.ts';
import type { SimulatedDeposits } from './simulated-deposits.ts';

/** Where a live organization can fund payouts itself. */
export function selfFundedPlace({ played }: SimulatedDeposits): Place {
  return { mode: 'live', currency: 'USD', connections: { [`chain/${played.chain}`]: played.connectionId } };
}

/** Stores the connection to the chain as two operators would have made it. */
export async function connect({ store, clock, ids }: WholeRuntime, { played }: SimulatedDeposits): Promise<void> {
  await store.transact([create(ConnectionEntity, playedConnection(played, clock()))], ids.token());
}
