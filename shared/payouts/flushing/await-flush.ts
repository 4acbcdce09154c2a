import { putIf, removeIf } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { dueRef, replaceWork } from '../../journal/due/due-work.ts';
import { type Arrived, ArrivedEntity, arrivedRef, type FundedKey } from './arrived.ts';
import { flushLaterRef } from './flush-later.ts';
import { type PendingFlush, PendingFlushEntity, pendingRef } from './pending-flush.ts';
import { tokenWork } from './token-work.ts';

/** Milliseconds. What is received within this time is flushed together, which costs a quarter less per payout. */
const collectedMs = 10_000;

/** Money that the table did not know before. */
interface MoreArrived {
  /** Minor units of the token. */
  readonly amount: bigint;
  /** Change in the number of transfers whose sender is listed. */
  readonly listed: number;
}

/** Items that `awaitFlush` looks up, for callers that read them beforehand. */
export function flushLookUps(payout: FundedKey) {
  return [arrivedRef(payout), pendingRef(payout), dueRef(tokenWork('flushes', payout))] as const;
}

/** Has the money at the address of a payout flushed. */
export function awaitFlush(draft: JournalDraft, payout: FundedKey, { amount, listed }: MoreArrived): void {
  const { organizationId, payoutId, connectionId, contract, stray } = payout;
  const [arrivedOf, pendingOf, workOf] = flushLookUps(payout);
  const before: Arrived = draft.lookUp(arrivedOf) ?? {
    organizationId,
    payoutId,
    stray,
    version: 0,
    amount: 0n,
    listed: 0,
    flushed: 0n,
  };
  const { lookAgainAt, ...known } = before;
  const arrived = { ...known, amount: before.amount + amount, listed: before.listed + listed };
  draft.change(ArrivedEntity, arrived);
  const latest = draft.now + collectedMs;
  const pending: PendingFlush = {
    connectionId,
    contract,
    payoutId,
    organizationId,
    stray,
    version: before.version + 1,
    amount: arrived.amount,
    flushed: arrived.flushed,
    ...(arrived.listed > 0 && { isHeldBack: true }),
    nextAt: Math.min(draft.lookUpUnchecked(pendingOf)?.nextAt ?? latest, latest),
  };
  // Work that is due already is not postponed: otherwise money that keeps coming would put it off for ever.
  const dueAt = Math.min(draft.lookUpUnchecked(workOf)?.dueAt ?? latest, latest);
  if (lookAgainAt !== undefined) draft.write(removeIf(flushLaterRef({ ...payout, at: lookAgainAt }), {}));
  draft.write(putIf(PendingFlushEntity, pending, {}), replaceWork(tokenWork('flushes', payout), dueAt));
}
