import { ServiceError } from '../../ground/errors/service-error.ts';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import { create } from '../../ground/table/writes.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { bankTransferWrites, findBankTransfer } from '../../transfers/bank-transfer.ts';
import { bookDeposit, type NewDeposit, newDeposit } from './credit-deposit.ts';
import { type Deposit, type DepositBody, DepositEntity, depositRef, presentDeposit } from './deposit.ts';

export interface Transfer extends Pick<Deposit, 'amount' | 'currency' | 'reference'> {
  /** The bank's id of the transfer. Each transfer is credited only once. */
  readonly externalId: string;
  /** The expected amount in minor units. If less arrived, the deposit is held. */
  readonly expected?: bigint | undefined;
}

/**
 * Credits a bank transfer as a deposit, or holds it if less arrived than expected (specification, States and
 * transitions, Deposit).
 */
export function decideCredit(
  draft: JournalDraft,
  transfer: Transfer & Pick<Deposit, 'depositId'>,
): Outcome<{ status: 201; body: DepositBody }> {
  const { organizationId } = draft.head;
  const { externalId, depositId, amount, currency, reference, expected } = transfer;
  const fields: NewDeposit = { depositId, amount, currency, reference, method: 'bank_transfer' };
  const isShort = expected !== undefined && amount < expected;
  const deposit = isShort
    ? newDeposit(draft, { ...fields, expected }, 'pending')
    : bookDeposit(draft, newDeposit(draft, fields, 'completed'));
  const hash = hashOf(organizationId, transfer);
  draft.write(create(DepositEntity, deposit), ...bankTransferWrites({ externalId, organizationId, depositId, hash }));
  return { reply: { status: 201, body: presentDeposit(deposit) }, resourceId: depositId };
}

/**
 * The current state of the deposit to which a transfer was already credited. Undefined if it was not. The bank's id is
 * committed together with its deposit, so the deposit exists, too.
 * @throws ServiceError CONFLICT when the transfer was credited with other details, or is being credited now
 */
export async function creditedBefore(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  transfer: Transfer,
): Promise<DepositBody | undefined> {
  const found = await findBankTransfer(store, transfer.externalId);
  if (!found) return undefined;
  const { depositId, paymentId } = found;
  if (depositId === undefined || found.hash !== hashOf(organizationId, transfer)) {
    throw new ServiceError(
      'CONFLICT',
      `this transfer was already credited in another way: ${depositId ?? paymentId} of ${found.organizationId}`,
    );
  }
  const deposit = await store.get(depositRef(found.organizationId, depositId));
  // The items of a commit in progress become visible one by one.
  if (!deposit) throw new ServiceError('CONFLICT', 'this transfer is being credited now');
  return presentDeposit(deposit);
}

function hashOf(organizationId: string, { amount, currency, reference, expected }: Transfer): string {
  const asked = [organizationId, amount.toString(), currency, reference ?? null, expected?.toString() ?? null];
  return sha256Hex(JSON.stringify(asked));
}
