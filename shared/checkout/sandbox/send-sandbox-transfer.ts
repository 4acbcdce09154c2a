import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { openAccountsRef } from '../accounts/open-accounts.ts';
import { cryptoIdentity } from '../methods/crypto/account.ts';
import { presentTransfer, type TransferRequest } from './transfer-request.ts';

/**
 * Sends tokens to an address of the organization on the sandbox's chain, as anyone could on a real one. Sends only once
 * per idempotency key, even if the first request was interrupted.
 * @throws ServiceError BAD_REQUEST for an address that is not an open collection account; VALIDATION_ERROR;
 * ACCOUNT_BLOCKED
 */
export async function sendSandboxTransfer(
  runtime: Runtime<'testTransfers'>,
  organizationId: string,
  request: TransferRequest,
  execution: Execution,
) {
  const { token, chain, address } = request;
  const amount = readAmount(request.amount, token);
  const key = `request ${execution.keyed?.idempotencyKey ?? runtime.ids.token()}`;
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { accounts: openAccountsRef(organizationId) },
      ask: async ({ organization, accounts }) => {
        refuseSuspended(organization);
        const identity = cryptoIdentity(request);
        const isOpen = accounts?.open.some((account) => account.identity === identity);
        if (!isOpen) throw new ServiceError('BAD_REQUEST', 'address: is not an open collection account for this token');
        const testTransfers = runtime.rails('sandbox')?.chain?.testTransfers;
        if (!testTransfers) throw new Error('the sandbox has no chain');
        return testTransfers.send(runtime.ids, { key, organizationId, token, chain, address, amount });
      },
      decide: (_found, _draft, sent) => ({ reply: reply(201, presentTransfer(request, sent)) }),
    },
    execution,
  );
  return replyOf(outcome);
}
