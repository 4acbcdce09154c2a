import { allConnections } from '../../../connections/connection.ts';
import { KeptReads } from '../../../connections/kept-reads.ts';
import { ConnectionRouter } from '../../../connections/router.ts';
import type { Store } from '../../../ground/table/store.ts';
import type { Clock } from '../../../ground/time/clock.ts';
import type { ConnectionSecrets } from '../../../ports/connections.ts';
import type { DepositChain } from '../../../ports/deposit-chain.ts';
import type { ChainReach } from '../chains.ts';
import { evmDeposits } from './evm-deposits.ts';
import { reachingDeposits } from './reached-deposits.ts';

/** Finds and opens connections, and defines the allowed locations of their nodes. */
export interface DepositsPlace extends ChainReach {
  readonly store: Pick<Store, 'get' | 'range'>;
  readonly clock: Clock;
  readonly secrets: ConnectionSecrets;
}

/** The chains on which payouts are funded, from the connections in the table. */
export function routedDeposits(place: DepositsPlace): DepositChain {
  const reaching = reachingDeposits(place);
  const connections = new KeptReads(place.clock, async (provider) =>
    (await allConnections(place.store)).flatMap((row) => (row.provider === provider ? [row.connectionId] : [])),
  );
  const connectionIds = () => connections.get(reaching.provider);
  return evmDeposits(new ConnectionRouter(place, reaching), place.clock, connectionIds);
}
