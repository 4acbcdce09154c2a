import type { Reach } from '../../../ground/network/guarded-agents.ts';
import type { ConnectionSecrets } from '../../../ports/connections.ts';
import type { TokenChain } from '../../../ports/token-chain.ts';
import type { LambdaPlace } from '../../../ports/wiring/capability.ts';
import { servesToken } from './serves-token.ts';

interface Place extends Pick<LambdaPlace, 'store' | 'clock'>, Reach {
  readonly secrets: ConnectionSecrets;
}

/**
 * The chains on which buyers pay. Their code is loaded with the first request, because most calls of a page need none.
 */
export function lateChain(place: Place): TokenChain {
  let loading: Promise<TokenChain> | undefined;
  const load = async () => (await import('./connected-chains.ts')).connectedChains(place);
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    serves: servesToken,
    head: async (place) => (await loaded()).head(place),
    transfers: async (range) => (await loaded()).transfers(range),
  };
}
