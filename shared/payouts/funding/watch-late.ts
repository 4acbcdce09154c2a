import { updateOf } from '../../ground/table/update-expression.ts';
import { create, putIf, removeIf, updateIf, type Write } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { replaceWork } from '../../journal/due/due-work.ts';
import type { DepositRecord } from '../../ports/deposit-chain.ts';
import { tokenWork } from '../flushing/token-work.ts';
import type { Funding } from '../payout/funding.ts';
import type { Payout } from '../payout/payout.ts';
import { endOpen } from './open-payouts.ts';
import {
  addressOf,
  awaitedRef,
  type FundingAddress,
  FundingAddressEntity,
  type FundingWatch,
  FundingWatchEntity,
  watchRef,
} from './watch.ts';

/**
 * How long an address is watched after its payout no longer awaits money, in milliseconds: payers reuse an address for
 * months. Longer than 90 days after a payout ends, which is some weeks after it was funded.
 */
const lateMs = 120 * 24 * 60 * 60 * 1000;

/**
 * Moves the address of a payout that no longer awaits money to the addresses that are compared twice a day. The token
 * of the address is read for as long as it has any.
 */
export function watchLate(
  draft: JournalDraft,
  payout: Pick<Payout, 'organizationId' | 'payoutId'> & { readonly funding: Funding },
): void {
  const { payoutId, funding } = payout;
  endOpen(draft, payout);
  const expiresAt = ttlSeconds(draft.now + lateMs);
  const recorded = funding.received - (funding.unlisted ?? 0n);
  const late = { ...addressOf(payout), list: 'LATE', recorded, expiresAt };
  draft.write(removeIf(awaitedRef({ ...funding, payoutId }), {}), putIf(FundingAddressEntity, late, {}));
}

/** Has the address of a payout that a restore has lost compared, as soon as its token is read. */
export function watchLost(draft: JournalDraft, lost: Omit<DepositRecord, 'notedAt'>): void {
  const { organizationId, payoutId, chain, token, currency, ...funding } = lost;
  const address = { ...addressOf({ organizationId, payoutId, funding }), heldAs: { chain, token, currency } };
  draft.write(...comparedWrites(draft.now, address, draft.lookUpUnchecked(watchRef(funding))));
}

/** An address whose money is held. */
export type HeldAddress = ReturnType<typeof addressOf> &
  Required<Pick<FundingAddress, 'heldAs'>> &
  Pick<FundingAddress, 'stray'>;

/**
 * Writes that have a late address compared for a token from now on, as soon as the token is read.
 * @param watch of the token, as the table has it
 */
export function comparedWrites(now: number, address: HeldAddress, watch: FundingWatch | undefined): Write[] {
  const { connectionId, contract, sinceBlock } = address;
  const token = { connectionId, contract };
  const late = { ...address, list: 'LATE', recorded: 0n, expiresAt: ttlSeconds(now + lateMs) };
  const first = { version: 1, nextBlock: sinceBlock, comparedBlock: sinceBlock, compareAt: now, oftenUntil: now };
  return [
    putIf(FundingAddressEntity, late, {}),
    watch
      ? updateIf(watchRef(token), updateOf<FundingWatch>({ set: { compareAt: now }, add: { version: 1 } }))
      : create(FundingWatchEntity, { ...token, ...first }),
    replaceWork(tokenWork('funding', token), now),
  ];
}
