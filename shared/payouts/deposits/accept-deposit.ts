import { isPausedNow } from '../../connections/token-pause.ts';
import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { replace } from '../../ground/table/writes.ts';
import { may, permissions, type Role } from '../../identity/roles.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { arrivedRef } from '../flushing/arrived.ts';
import { PayoutEntity } from '../payout/payout.ts';
import { bookDeposit } from './credit-deposit.ts';
import { type Deposit, type DepositBody, DepositEntity, depositRef, presentDeposit } from './deposit.ts';

type Accepted = { readonly status: 200; readonly body: DepositBody };

/**
 * Accepts a deposit that is held because too little arrived, or because it did not fund a payout: credits it to the
 * balance and emits its event (specification, States and transitions, Deposit). A completed deposit stays unchanged.
 * @param role of the member who accepts it
 * @throws ServiceError NOT_FOUND; for crypto FORBIDDEN, and CONFLICT until its money is at a treasury and while its
 * token is paused
 */
export async function acceptDeposit(
  runtime: Runtime,
  organizationId: string,
  depositId: string,
  role: Role,
  execution: Execution,
): Promise<Accepted> {
  const reads = { deposit: depositRef(organizationId, depositId) };
  const decide = ({ deposit }: { deposit: Deposit | undefined }, draft: JournalDraft) =>
    decideAcceptance(draft, deposit, role);
  return replyOf(await decideAndCommit(runtime, { organizationId, reads, decide }, execution));
}

function decideAcceptance(draft: JournalDraft, deposit: Deposit | undefined, role: Role): Outcome<Accepted> {
  if (!deposit) throw new ServiceError('NOT_FOUND', 'no such deposit');
  const resourceId = deposit.depositId;
  if (deposit.status === 'completed') return { reply: reply(200, presentDeposit(deposit)), resourceId };
  if (deposit.method === 'crypto') refuseCrypto(draft, deposit, role);
  const accepted = bookDeposit(draft, { ...deposit, status: 'completed' });
  draft.write(replace(DepositEntity, accepted));
  return { reply: reply(200, presentDeposit(accepted)), resourceId };
}

/** Flushed amounts are recorded only from what every node confirms at a final block, so no node is asked here. */
function refuseCrypto(draft: JournalDraft, deposit: Deposit, role: Role): void {
  const { payoutId, stray, arrived } = deposit;
  const permission = 'deposits.accept_crypto';
  if (!may(role, permission))
    throw new ServiceError('FORBIDDEN', `the role ${role} may not accept a deposit of crypto`, {
      resolution: `Ask a member whose role may: ${permissions[permission].join(', ')}.`,
    });
  const { organizationId } = draft.head;
  const key = payoutId === undefined ? undefined : { organizationId, payoutId, stray };
  const funds = key && draft.lookUpUnchecked(arrivedRef(key));
  if (arrived === undefined || !funds || funds.flushed < arrived)
    throw new ServiceError('CONFLICT', 'the money of the deposit is still on its way to the treasury', {
      resolution:
        'Try again later. It takes some minutes as a rule, and longer where a flush costs more than the money is worth.',
    });
  refusePaused(draft, deposit);
}

/** @throws ServiceError CONFLICT */
function refusePaused(draft: JournalDraft, deposit: Deposit): void {
  const { chain, token, payoutId } = deposit;
  const connectionId = deposit.connectionId ?? (payoutId && connectionOf(draft, payoutId));
  if (!connectionId || token === undefined || !isPausedNow(draft, { connectionId, token })) return;
  throw new ServiceError('CONFLICT', `${token} on ${chain} is not accepted at the moment`, {
    resolution: 'Try again later. The deposit stays as it is.',
  });
}

/** A deposit of an earlier release does not name its connection, but its payout does. */
function connectionOf(draft: JournalDraft, payoutId: string): string | undefined {
  const { organizationId } = draft.head;
  return draft.lookUpUnchecked(refTo(PayoutEntity, { organizationId, payoutId }))?.funding?.connectionId;
}
