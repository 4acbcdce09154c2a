import { type NamedToken, pauseRef, TokenPauseEntity } from '../../connections/token-pause.ts';
import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { lostRace } from '../../ground/table/retry-lost-race.ts';
import { create, replace } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { ChainSilent, chainAnswer } from '../../ports/token-chain.ts';

export type WatchingRuntime = Pick<Runtime<'depositChain'>, 'deposits' | 'store' | 'clock' | 'ids' | 'log'>;

/**
 * Pauses a token whose price feed says that it is not worth a dollar. Every commit that would fund a payout checks the
 * pause.
 * @param by a final block that the answer may not be older than
 * @throws ChainSilent; then nothing is known, and nothing may be funded
 */
export async function pauseUnsound(runtime: WatchingRuntime, token: DepositToken, by?: number): Promise<void> {
  const { deposits } = runtime;
  if (!deposits) throw new ChainSilent('no chain is set up');
  const { token: name, fault } = await chainAnswer(() => deposits.worth(token, by));
  if (fault !== undefined) await pause(runtime, { connectionId: token.connectionId, token: name }, fault);
}

/** A token that is paused already stays unchanged: an operator may have given the reason. */
async function pause({ store, clock, ids, log }: WatchingRuntime, token: NamedToken, reason: string): Promise<void> {
  const found = await store.get(pauseRef(token));
  if (found?.pausedAt !== undefined) return;
  const paused = { ...(found ?? { ...token, version: 1 }), pausedAt: timestamp(clock()), reason };
  try {
    await store.transact([found ? replace(TokenPauseEntity, paused) : create(TokenPauseEntity, paused)], ids.token());
  } catch (error) {
    // Another process has paused or resumed the token. If it was resumed, the next funding asks the feed again.
    if (!lostRace(error)) throw error;
    return;
  }
  const counted = metricFields(clock(), measurement('TokenPaused', 1));
  log.error('a token was paused by its price feed', { ...token, reason, ...counted });
}
