import { systemClock } from '../../shared/ground/time/system-time.ts';
import type { ConnectionTrials } from '../../shared/ports/connections.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';
import type { Chains } from '../../shared/providers/evm/chains.ts';
import { ringCredentials } from '../secrets/ring-credentials.ts';
import type { StageSecrets } from '../secrets/stage-secrets.ts';

/**
 * The connections of a stack on one machine. Few stacks have any, so the code of their providers is loaded with the
 * first one.
 * @param chains used instead of those of stages
 */
export function localConnections(ring: Pick<StageSecrets, 'sealingKeys'>, chains?: Chains): ConnectionTrials {
  let loading: Promise<ConnectionTrials> | undefined;
  const load = async () => {
    const { connectionKinds, connectionKindsOn } = await import('../../shared/providers/connection-kinds.ts');
    const kinds = chains ? connectionKindsOn(chains) : connectionKinds;
    return connectionTrials(ringCredentials(ring), { clock: systemClock, loopback: true }, kinds);
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    read: async (...asked) => (await loaded()).read(...asked),
    check: async (...asked) => (await loaded()).check(...asked),
  };
}
