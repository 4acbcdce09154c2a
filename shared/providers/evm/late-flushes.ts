import type { DepositFlusher } from '../../ports/deposit-chain.ts';
import type { FlushesPlace } from './flushing/routed-flushes.ts';

/** Flushes whose code is loaded with the first one. */
export function lateFlushes(place: FlushesPlace): DepositFlusher {
  let loading: Promise<DepositFlusher> | undefined;
  const load = async () => (await import('./flushing/routed-flushes.ts')).routedFlushes(place);
  return {
    async flush(...asked) {
      loading ??= load();
      return (await loading).flush(...asked);
    },
  };
}
