import { mailMaterial } from '../../access/voters/remove-voter.ts';
import type { Approval } from '../../approvals/approval.ts';
import { AlteredApproval, canonicalJson } from '../../approvals/content.ts';
import { executeApproval } from '../../approvals/execute-approval.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { replace } from '../../ground/table/writes.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Account, accountRef, CollectionAccountEntity } from './account.ts';
import { mailAccountChange } from './account-mail.ts';
import { requestedAccount } from './present-account.ts';
import { markRemoved } from './remove-collection-account.ts';
import type { RequestedAccount } from './requested-account.ts';

export const accountApprovals = { execute: executeAccountApproval, ended: endPendingAccount };

/**
 * Opens an account whose approval has passed, provided that the account is exactly what the voters saw.
 * @throws AlteredApproval
 */
function executeAccountApproval(runtime: Runtime<'sealing'>, approval: Approval): Promise<void> {
  const { organizationId, approvalId } = approval;
  const { accountId } = contentOf(approval);
  return executeApproval(runtime, approval, {
    reads: { account: accountRef(organizationId, accountId) },
    ask: () => mailMaterial(runtime),
    refuse: ({ organization, account }) => {
      refuseSuspended(organization);
      refuseUnknown(CollectionAccountEntity, account);
      if (account?.status !== 'pending' || account.approvalId !== approvalId) {
        throw new ServiceError('CONFLICT', `the account is ${account?.status ?? 'gone'}`);
      }
      if (canonicalJson(requestedAccount(account)) !== approval.content) throw new AlteredApproval(approval);
    },
    apply: ({ organization, account: found }, draft, material) => {
      const account: Account = { ...(found as Account), status: 'active', updatedAt: draft.timestamp };
      draft.write(replace(CollectionAccountEntity, account));
      mailAccountChange(draft, organization, { account, change: 'added', by: account.createdBy.actorUserId, material });
    },
    ended: endPendingAccount,
  });
}

/** Removes the account that was waiting for an approval when the approval ends without being executed. */
function endPendingAccount(draft: JournalDraft, approval: Approval): void {
  const account = draft.lookUp(accountRef(approval.organizationId, contentOf(approval).accountId));
  if (account?.status === 'pending' && account.approvalId === approval.approvalId) markRemoved(draft, account);
}

function contentOf({ content }: Approval): RequestedAccount {
  return JSON.parse(content) as RequestedAccount;
}
