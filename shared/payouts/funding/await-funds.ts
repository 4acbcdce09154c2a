import { identity, keyOf } from '../../ground/table/keys.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { create, updateIf, type Write } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type RequestKey, replaceWork, scheduleWork } from '../../journal/due/due-work.ts';
import { tokenWork } from '../flushing/token-work.ts';
import type { Funding } from '../payout/funding.ts';
import type { Payout } from '../payout/payout.ts';
import { beginOpen } from './open-payouts.ts';
import {
  addressOf,
  awaitingWork,
  comparedMs,
  endOfWaiting,
  expectedMs,
  FundingAddressEntity,
  type FundingWatch,
  FundingWatchEntity,
  watchRef,
} from './watch.ts';

type Awaiting = Pick<Payout, 'organizationId' | 'payoutId'> & {
  readonly funding: Funding;
  /** The keyed request that asked for the payout, which is passed to its rail. */
  readonly asked: RequestKey | undefined;
};

/**
 * Writes what a payout that awaits funds needs besides itself: its address among the addresses that are read, and the
 * work that ends it.
 * @throws ServiceError BAD_REQUEST if too many payouts await funds
 */
export function awaitFunds(draft: JournalDraft, payout: Awaiting): void {
  const { funding, asked } = payout;
  beginOpen(draft, payout);
  draft.write(
    create(FundingAddressEntity, { ...addressOf(payout), list: 'ADDRESS', recorded: 0n }),
    scheduleWork(awaitingWork(payout), endOfWaiting(draft.now), asked),
  );
  // If one commit creates several payouts, one write has their token read.
  const watch = watchRef(funding);
  const key = identity(keyOf(watch));
  if (draft.writes.some((write) => identity(write.key) === key)) return;
  draft.write(...watchWrites(draft.now, funding, draft.lookUpUnchecked(watch)));
}

/**
 * Has the token read every few seconds. Nothing is written if it will surely be read for half the time that is needed:
 * otherwise all organizations would contend for one item.
 * @param watch as the table has it
 */
export function watchWrites(now: number, { sinceBlock, ...token }: Funding, watch: FundingWatch | undefined): Write[] {
  const oftenUntil = now + expectedMs;
  if (watch && watch.oftenUntil > now + expectedMs / 2) return [];
  const { connectionId, contract } = token;
  const again = updateOf<FundingWatch>({ set: { oftenUntil }, add: { version: 1 } });
  if (watch) return [updateIf(watchRef(token), again), replaceWork(tokenWork('funding', token), now)];
  const compared = { comparedBlock: sinceBlock, compareAt: now + comparedMs };
  const first = { connectionId, contract, version: 1, nextBlock: sinceBlock, oftenUntil, ...compared };
  return [create(FundingWatchEntity, first), replaceWork(tokenWork('funding', token), now)];
}
