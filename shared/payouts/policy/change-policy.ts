import { type PolicyBody, presentPolicy } from '../../access/organizations/present-policy.ts';
import { nameVoters } from '../../access/voters/name-voters.ts';
import type { Initiator } from '../../approvals/initiator.ts';
import { type PendingApproval, requestApproval } from '../../approvals/request-approval.ts';
import { reply } from '../../contract/reply.ts';
import { memberRef } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { changedPolicy } from './changed-policy.ts';
import { loosens } from './loosens.ts';
import type { PolicyChange } from './policy-change.ts';
import { refuseAbovePlatformCaps } from './refuse-above-platform-caps.ts';
import { refuseInvalidElectorate } from './refuse-invalid-electorate.ts';
import { replacePolicy } from './replace-policy.ts';
import { requestedChange } from './requested-change.ts';

interface Asked {
  readonly organization: Organization;
  readonly change: PolicyChange;
  readonly initiator: Initiator;
}

/** The request, with the id of the approval that it may create. */
interface Changing extends Asked {
  readonly approvalId: string;
}

type Changed = { status: 200; body: PolicyBody } | { status: 202; body: PendingApproval };

/**
 * Changes the policy. If the organization uses approvals, a change that loosens a control waits for them (design,
 * policy change); otherwise it takes effect at once.
 * @throws ServiceError VALIDATION_ERROR, BAD_REQUEST (above the platform's cap; too few voters), ACCOUNT_BLOCKED
 */
export async function changePolicy(runtime: Runtime, asked: Asked, execution: Execution) {
  const { organization: known, change } = asked;
  await nameVoters(runtime, known);
  const { organizationId } = known;
  const changing = { ...asked, approvalId: runtime.ids.next('apr', runtime.clock()) };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      lookUps: (change.approvals?.approvers ?? []).map((userId) => memberRef(organizationId, userId)),
      decide: ({ organization }, draft) => decideChange(organization, draft, changing),
    },
    execution,
  );
  return replyOf(outcome);
}

function decideChange(before: Organization, draft: JournalDraft, changing: Changing): Outcome<Changed> {
  const { change, initiator, approvalId } = changing;
  refuseSuspended(before);
  const after = changedPolicy(before, change);
  refuseAbovePlatformCaps(after, change);
  if (change.approvals) refuseInvalidElectorate(draft, before, after);
  if (before.approvals && loosens(before, after)) {
    const content = requestedChange(before, after, change);
    const pending = requestApproval(draft, before, { approvalId, kind: 'policy', initiator, content });
    return { reply: reply(202, pending), resourceId: approvalId };
  }
  const changed = replacePolicy(draft, before, after);
  return { reply: reply(200, presentPolicy(changed)), resourceId: before.organizationId };
}
