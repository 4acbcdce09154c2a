import { nameVoters } from '../../access/voters/name-voters.ts';
import { type MailMaterial, mailMaterial } from '../../access/voters/remove-voter.ts';
import type { Initiator } from '../../approvals/initiator.ts';
import { requestApproval } from '../../approvals/request-approval.ts';
import { isOwnAddress } from '../../connections/own-addresses.ts';
import { reply } from '../../contract/reply.ts';
import { validationError } from '../../ground/errors/service-error.ts';
import { create } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Account, CollectionAccountEntity } from './account.ts';
import { mailAccountChange } from './account-mail.ts';
import type { AccountRequest } from './account-request.ts';
import { addOpen, identityOf, openAccountsRef } from './open-accounts.ts';
import { type AccountBody, presentAccount, requestedAccount } from './present-account.ts';

interface Asked {
  readonly request: AccountRequest;
  readonly initiator: Initiator;
}

interface Registering extends Asked {
  readonly accountId: string;
  readonly approvalId: string;
  readonly material: MailMaterial;
}

/**
 * Registers an account for payments from buyers (design-second-half, Checkout, bank and crypto). If the organization
 * uses approvals, the account waits for them; otherwise it is active at once.
 * @throws ServiceError ACCOUNT_BLOCKED; VALIDATION_ERROR for an address of the service; CONFLICT for an account that is
 * already registered; BAD_REQUEST when there are too many accounts or too few voters
 */
export async function registerCollectionAccount(
  runtime: Runtime<'sealing'>,
  known: Organization,
  asked: Asked,
  execution: Execution,
) {
  await refuseOwnAddress(runtime, asked.request);
  await nameVoters(runtime, known);
  const { organizationId } = known;
  const now = runtime.clock();
  const registering: Registering = {
    ...asked,
    accountId: runtime.ids.next('ca', now),
    approvalId: runtime.ids.next('apr', now),
    material: await mailMaterial(runtime),
  };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      lookUps: [openAccountsRef(organizationId)],
      decide: ({ organization }, draft) => decideRegistration(organization, draft, registering),
    },
    execution,
  );
  return replyOf(outcome);
}

/**
 * Buyers must not pay to an address of the service. Money that arrives there either counts as funding of a payout or
 * belongs to the operator.
 */
async function refuseOwnAddress({ store }: Pick<Runtime, 'store'>, { details }: AccountRequest): Promise<void> {
  if (!('address' in details) || !(await isOwnAddress(store, details.address))) return;
  const message = 'belongs to this service; send an address of your own wallet';
  throw validationError([{ path: 'details.address', message, code: 'own_address' }]);
}

function decideRegistration(
  organization: Organization,
  draft: JournalDraft,
  { request, initiator, accountId, approvalId, material }: Registering,
): Outcome<{ status: 201; body: AccountBody } | { status: 202; body: AccountBody }> {
  refuseSuspended(organization);
  const isToWait = organization.approvals !== undefined;
  const account: Account = {
    organizationId: organization.organizationId,
    accountId,
    version: 1,
    status: isToWait ? 'pending' : 'active',
    kind: request.kind,
    currency: request.currency,
    details: JSON.stringify(request.details),
    createdBy: initiator.shown,
    ...(isToWait && { approvalId }),
    livemode: draft.livemode,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
  addOpen(draft, account, identityOf(request));
  draft.write(create(CollectionAccountEntity, account));
  if (isToWait) {
    const content = requestedAccount(account);
    requestApproval(draft, organization, { approvalId, kind: 'collection_account', initiator, content });
    return { reply: reply(202, presentAccount(account)), resourceId: accountId };
  }
  mailAccountChange(draft, organization, { account, change: 'added', by: initiator.shown.actorUserId, material });
  return { reply: reply(201, presentAccount(account)), resourceId: accountId };
}
