import { refTo } from '../../ground/table/expressions.ts';
import { transactWithRetry } from '../../journal/due/transact-with-retry.ts';
import type { DepositToken, StrayReport, StrayTokens } from '../../ports/deposit-chain.ts';
import { ScreeningUnavailable } from '../../ports/screening.ts';
import { ChainSilent, chainAnswer } from '../../ports/token-chain.ts';
import { strayName } from '../flushing/arrived.ts';
import { type FundingAddress, FundingAddressEntity, watchRef } from '../funding/watch.ts';
import { comparedWrites, type HeldAddress } from '../funding/watch-late.ts';
import { PayoutEntity } from '../payout/payout.ts';
import { findOrReport } from './find-missing.ts';
import { chainOf, type RecordingRuntime } from './record-transfers.ts';

/** Maximum number of strays that one call begins to watch, because anyone can send a cent to many addresses. */
const mostWatched = 50;
/** Maximum number of strays whose transfers are searched at once. The others are found when their token is compared. */
const mostSought = 2;
/** A cent in minor units of the tokens. Smaller amounts are not worth a deposit. */
const cent = 10_000n;

/**
 * Finds money that addresses have received in tokens that do not fund their payouts, or on other chains, and has these
 * tokens compared at the addresses from then on. It is held, or parked if the token only stands in for an issuer's. A
 * chain's own coin is reported. Chains that do not answer are asked again with the next comparison.
 * @param token which funds the payouts
 */
export async function findStrays(
  runtime: RecordingRuntime,
  token: DepositToken,
  addresses: readonly FundingAddress[],
): Promise<void> {
  const own = new Map(addresses.filter(({ stray }) => stray === undefined).map((row) => [row.payoutId, row]));
  if (own.size === 0) return;
  try {
    const report = await chainAnswer(() => chainOf(runtime).strays(token, [...own.keys()]));
    tellUnread(runtime, report);
    let watched = 0;
    for (const stray of report.tokens) {
      const owner = own.get(stray.payoutId);
      if (!owner || stray.received < cent || (await isWatched(runtime, stray))) continue;
      if (watched === mostWatched) return;
      await followStray(runtime, owner, stray, watched < mostSought);
      watched += 1;
    }
  } catch (error) {
    if (!(error instanceof ChainSilent || error instanceof ScreeningUnavailable)) throw error;
    runtime.log.warn('money in other tokens was not looked for', { error, ...token });
  }
}

async function isWatched({ store }: RecordingRuntime, { connectionId, contract, payoutId }: StrayTokens) {
  const row = await store.get(refTo(FundingAddressEntity, { connectionId, contract, list: 'LATE', payoutId }));
  return row !== undefined;
}

async function followStray(
  runtime: RecordingRuntime,
  owner: FundingAddress,
  stray: StrayTokens,
  isSought: boolean,
): Promise<void> {
  const address = await strayAddress(runtime, owner, stray);
  if (!address) return;
  const watch = await runtime.store.get(watchRef(address));
  await transactWithRetry(runtime, comparedWrites(runtime.clock(), address, watch));
  const { received, by, sinceBlock: from } = stray;
  if (isSought) await findOrReport(runtime, { ...address, received, by, from });
}

/** @returns undefined if there is no such payout, and none was lost by a restore */
async function strayAddress(
  { store }: RecordingRuntime,
  { organizationId, payoutId, address, heldAs }: FundingAddress,
  stray: StrayTokens,
): Promise<HeldAddress | undefined> {
  const currency =
    heldAs?.currency ?? (await store.get(refTo(PayoutEntity, { organizationId, payoutId })))?.sourceCurrency;
  if (currency === undefined) return undefined;
  const { connectionId, contract, sinceBlock } = stray;
  return {
    ...{ connectionId, contract, payoutId, organizationId, address, sinceBlock },
    ...strayFields(stray, currency),
  };
}

/** What is stored about a stray token. */
export function strayFields(
  { chain, token, isIssued, ...place }: StrayTokens,
  currency: string,
): Required<Pick<HeldAddress, 'stray' | 'heldAs'>> {
  return {
    stray: strayName(place),
    heldAs: { chain, token, currency, ...(!isIssued && { isUnissued: true }) },
  };
}

function tellUnread({ log }: RecordingRuntime, { silent, coins }: StrayReport): void {
  for (const { error, ...place } of silent)
    log.warn('money on another chain was not looked for', { error: error as Error, ...place });
  for (const { held, ...place } of coins)
    log.warn('the address of a payout holds coins of the chain', { ...place, held: String(held) });
}
