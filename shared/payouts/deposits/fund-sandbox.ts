import { readAmount } from '../../ground/money/read-amount.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { creditDeposit } from './credit-deposit.ts';

interface Funding {
  readonly amount: string;
  /** Defaults to the settlement currency. */
  readonly currency?: string | undefined;
}

/**
 * Tops up the balance of a sandbox (specification, Fund the sandbox).
 * @throws ServiceError VALIDATION_ERROR for an amount with more decimal places than the currency has
 */
export async function fundSandbox(
  runtime: Runtime,
  { organizationId, settlementCurrency }: Organization,
  { amount: text, currency = settlementCurrency }: Funding,
  execution: Execution,
) {
  const amount = readAmount(text, currency);
  const depositId = runtime.ids.next('dep', runtime.clock());
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      decide: (_found, draft) => creditDeposit(draft, { depositId, amount, currency, method: 'sandbox' }),
    },
    execution,
  );
  return replyOf(outcome);
}
