import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { bookDeposit } from './credit-deposit.ts';
import { type Deposit, type DepositBody, DepositEntity, depositRead, presentDeposit } from './deposit.ts';

type Accepted = { readonly status: 200; readonly body: DepositBody };

/**
 * Accepts a deposit that is held because too little came in: credits it to the balance and emits its event
 * (specification, States and transitions, Deposit). A completed deposit stays as it is.
 * @throws ServiceError NOT_FOUND
 */
export async function acceptDeposit(
  runtime: Runtime,
  organizationId: string,
  depositId: string,
  execution: Execution,
): Promise<Accepted> {
  const reads = { deposit: depositRead(organizationId, depositId) };
  const decide = ({ deposit }: { deposit: Deposit | undefined }, draft: JournalDraft) =>
    decideAcceptance(draft, deposit);
  return replyOf(await decideAndCommit(runtime, { organizationId, reads, decide }, execution));
}

function decideAcceptance(draft: JournalDraft, deposit: Deposit | undefined): Outcome<Accepted> {
  if (!deposit) throw new ServiceError('NOT_FOUND', 'no such deposit');
  const resourceId = deposit.depositId;
  if (deposit.status === 'completed') return { reply: reply(200, presentDeposit(deposit)), resourceId };
  const accepted = bookDeposit(draft, { ...deposit, status: 'completed' });
  draft.write(replace(DepositEntity, accepted));
  return { reply: reply(200, presentDeposit(accepted)), resourceId };
}
