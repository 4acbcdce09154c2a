import { type MailMaterial, mailMaterial } from '../../access/voters/remove-voter.ts';
import { approvalRef } from '../../approvals/approval.ts';
import { isAltered } from '../../approvals/content.ts';
import { endApproval } from '../../approvals/end-approval.ts';
import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Account, accountRef, CollectionAccountEntity } from './account.ts';
import { mailAccountChange } from './account-mail.ts';
import { openAccountsRef, removeOpen } from './open-accounts.ts';
import { type AccountBody, presentAccount } from './present-account.ts';

interface Removal {
  readonly accountId: string;
  /** User id of the person who removes the account. */
  readonly by: string;
}

/**
 * Removes a collection account and ends the approval that it waits for. The row stays, because payments refer to it.
 * Removing a removed account changes nothing. Links that use the account notice the removal when they read the account
 * (`resolveAccounts`).
 * @throws ServiceError NOT_FOUND, ACCOUNT_BLOCKED
 */
export async function removeCollectionAccount(
  runtime: Runtime<'sealing'>,
  organizationId: string,
  removal: Removal,
  execution: Execution,
) {
  const material = await mailMaterial(runtime);
  const lookUps = [accountRef(organizationId, removal.accountId), openAccountsRef(organizationId)];
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      lookUps,
      decide: ({ organization }, draft) => decideRemoval(organization, draft, { ...removal, material }),
    },
    execution,
  );
  return replyOf(outcome);
}

function decideRemoval(
  organization: Organization,
  draft: JournalDraft,
  { accountId, by, material }: Removal & { readonly material: MailMaterial },
): Outcome<{ status: 200; body: AccountBody }> {
  refuseSuspended(organization);
  const account = draft.lookUp(accountRef(organization.organizationId, accountId));
  if (!account) throw new ServiceError('NOT_FOUND', 'no such collection account');
  if (account.status === 'removed') return { reply: reply(200, presentAccount(account)), resourceId: accountId };
  if (account.status === 'pending') endOpenApproval(draft, account);
  else mailAccountChange(draft, organization, { account, change: 'removed', by, material });
  return { reply: reply(200, presentAccount(markRemoved(draft, account))), resourceId: accountId };
}

/** An altered approval can no longer be executed. It is left to the worker, which parks it. */
function endOpenApproval(draft: JournalDraft, { organizationId, approvalId }: Account): void {
  const approval = approvalId === undefined ? undefined : draft.lookUp(approvalRef(organizationId, approvalId));
  if (approval?.status !== 'pending' && approval?.status !== 'approved') return;
  if (!isAltered(approval)) endApproval(draft, approval, 'failed', { failureReason: 'CONFLICT' });
}

/**
 * @param account as it was looked up
 * @returns the removed account
 */
export function markRemoved(draft: JournalDraft, account: Account): Account {
  const removed: Account = { ...account, status: 'removed', updatedAt: draft.timestamp };
  draft.change(CollectionAccountEntity, removed);
  removeOpen(draft, account);
  return removed;
}
