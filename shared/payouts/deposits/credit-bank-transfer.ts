import { ServiceError } from '../../ground/errors/service-error.ts';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import { create } from '../../ground/table/writes.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type BankTransfer, BankTransferEntity, bankTransferRead } from './bank-transfer.ts';
import { bookDeposit, type NewDeposit, newDeposit } from './credit-deposit.ts';
import { type Deposit, type DepositBody, DepositEntity, depositRead, presentDeposit } from './deposit.ts';

export interface Transfer extends Pick<Deposit, 'amount' | 'currency' | 'reference'> {
  /** The bank's id of the transfer, which is credited only once. */
  readonly externalId: string;
  /** The expected amount in minor units. If less came in, the deposit is held. */
  readonly expected?: bigint | undefined;
}

/**
 * Credits a bank transfer as a deposit, or holds it if less came in than was expected (specification, States and
 * transitions, Deposit). A repeated call answers the deposit as it is now.
 * @throws ServiceError CONFLICT when the transfer was credited with other details, or is being credited now
 */
export async function creditBankTransfer(
  runtime: Runtime,
  organizationId: string,
  transfer: Transfer,
  execution: Execution,
): Promise<DepositBody> {
  const hash = hashOf(organizationId, transfer);
  const depositId = runtime.ids.next('dep', runtime.clock());
  const found = await runtime.store.get(bankTransferRead(transfer.externalId));
  if (found) return creditedBefore(runtime, found, hash);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { before: bankTransferRead(transfer.externalId) },
      decide: ({ before }, draft) => (before ? undefined : enterTransfer(draft, { ...transfer, depositId }, hash)),
    },
    execution,
  );
  return outcome ? replyOf(outcome).body : creditBankTransfer(runtime, organizationId, transfer, execution);
}

function enterTransfer(
  draft: JournalDraft,
  { externalId, depositId, amount, currency, reference, expected }: Transfer & Pick<Deposit, 'depositId'>,
  hash: string,
): Outcome<{ status: 201; body: DepositBody }> {
  const { organizationId } = draft.head;
  const fields: NewDeposit = { depositId, amount, currency, reference, method: 'bank_transfer' };
  const isShort = expected !== undefined && amount < expected;
  const deposit = isShort
    ? newDeposit(draft, { ...fields, expected }, 'pending')
    : newDeposit(draft, fields, 'completed');
  const body = isShort ? presentDeposit(deposit) : bookDeposit(draft, deposit);
  draft.write(
    create(DepositEntity, deposit),
    create(BankTransferEntity, { externalId, version: 1, organizationId, depositId, hash }),
  );
  return { reply: { status: 201, body }, resourceId: depositId };
}

/** Answers a repeated credit. The bank's id is committed together with its deposit, so the deposit exists too. */
async function creditedBefore({ store }: Runtime, found: BankTransfer, hash: string): Promise<DepositBody> {
  const { organizationId, depositId } = found;
  if (found.hash !== hash) {
    throw new ServiceError('CONFLICT', `this transfer was credited otherwise: ${depositId} of ${organizationId}`);
  }
  const deposit = await store.get(depositRead(organizationId, depositId));
  // The items of a commit under way become visible one by one.
  if (!deposit) throw new ServiceError('CONFLICT', 'this transfer is being credited now');
  return presentDeposit(deposit);
}

function hashOf(organizationId: string, { amount, currency, reference, expected }: Transfer): string {
  const asked = [organizationId, amount.toString(), currency, reference ?? null, expected?.toString() ?? null];
  return sha256Hex(JSON.stringify(asked));
}
