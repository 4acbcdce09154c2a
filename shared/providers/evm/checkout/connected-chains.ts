import { ConnectionRouter } from '../../../connections/router.ts';
import type { Reach } from '../../../ground/network/guarded-agents.ts';
import type { Store } from '../../../ground/table/store.ts';
import type { Clock } from '../../../ground/time/clock.ts';
import type { ConnectionSecrets } from '../../../ports/connections.ts';
import type { TokenChain } from '../../../ports/token-chain.ts';
import { reachingChains, routedChains } from '../chain.ts';

interface Place extends Reach {
  readonly store: Pick<Store, 'get'>;
  readonly clock: Clock;
  readonly secrets: ConnectionSecrets;
}

/** The chains of the connections that the table has. */
export function connectedChains(place: Place): TokenChain {
  return routedChains(new ConnectionRouter(place, reachingChains(place)));
}
