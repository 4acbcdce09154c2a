import { updateOf } from '../../ground/table/update-expression.ts';
import { create, putIf, removeIf, updateIf } from '../../ground/table/writes.ts';
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
  awaitedRead,
  FundingAddressEntity,
  type FundingWatch,
  FundingWatchEntity,
  watchRead,
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
  draft.write(removeIf(awaitedRead({ ...funding, payoutId }), {}), putIf(FundingAddressEntity, late, {}));
}

/** Has the address of a payout that a restore has lost compared, as soon as its token is read. */
export function watchLost(draft: JournalDraft, lost: Omit<DepositRecord, 'notedAt'>): void {
  const { organizationId, payoutId, chain, token, currency, ...funding } = lost;
  const { connectionId, contract, sinceBlock } = funding;
  const late = { ...addressOf({ organizationId, payoutId, funding }), list: 'LATE', recorded: 0n };
  const expiresAt = ttlSeconds(draft.now + lateMs);
  const first = { version: 1, nextBlock: sinceBlock, comparedBlock: sinceBlock };
  const [wanted, compareAt] = [watchRead({ connectionId, contract }), draft.now];
  draft.write(
    putIf(FundingAddressEntity, { ...late, lost: { chain, token, currency }, expiresAt }, {}),
    draft.lookUpUnchecked(wanted)
      ? updateIf(wanted, updateOf<FundingWatch>({ set: { compareAt }, add: { version: 1 } }))
      : create(FundingWatchEntity, { connectionId, contract, ...first, compareAt, oftenUntil: draft.now }),
    replaceWork(tokenWork('funding', { connectionId, contract }), draft.now),
  );
}
