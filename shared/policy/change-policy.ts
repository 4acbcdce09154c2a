import type { Initiator } from '../approvals/initiator.ts';
import { type PendingApproval, requestApproval } from '../approvals/request-approval.ts';
import { reply } from '../http/reply.ts';
import type { Outcome } from '../journal/commit.ts';
import { decideAndCommit, replyOf } from '../journal/decide.ts';
import type { JournalDraft } from '../journal/draft.ts';
import type { Execution } from '../journal/execution.ts';
import { memberRead } from '../members/member.ts';
import type { Organization } from '../organizations/organization.ts';
import { refuseSuspended } from '../organizations/refuse-suspended.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { changedPolicy } from './changed-policy.ts';
import { loosens } from './loosens.ts';
import type { PolicyChange } from './policy-change.ts';
import { type PolicyBody, presentPolicy } from './present-policy.ts';
import { refuseAbovePlatform } from './refuse-above-platform.ts';
import { requestedChange } from './requested-change.ts';
import { approvesUnnamed, refuseDeadlock, votersToLookUp } from './voters.ts';

interface Asked {
  readonly organizationId: string;
  readonly change: PolicyChange;
  readonly initiator: Initiator;
}

/** What is asked for, with the id of the approval that may come of it and whom the decision looks up. */
interface Changing extends Asked {
  readonly approvalId: string;
  readonly voters: readonly string[];
}

type Changed = { status: 200; body: PolicyBody } | { status: 202; body: PendingApproval };

/**
 * Changes the policy; where that loosens a control and the organization has approvers, it waits for them (design, policy
 * change). Without approvals there is nobody to ask.
 * @throws ServiceError VALIDATION_ERROR, BAD_REQUEST (above the platform's cap; nobody could approve any more), ACCOUNT_BLOCKED
 */
export async function changePolicy(runtime: Runtime, asked: Asked, execution: Execution) {
  const { organizationId, change } = asked;
  const voters = await votersToLookUp(runtime.store, organizationId, change);
  const changing = { ...asked, voters, approvalId: runtime.ids.next('apr', runtime.clock()) };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      lookUps: voters.map((userId) => memberRead(organizationId, userId)),
      decide: ({ organization }, draft) => decideChange(organization, draft, changing),
    },
    execution,
  );
  return replyOf(outcome);
}

function decideChange(before: Organization, draft: JournalDraft, changing: Changing): Outcome<Changed> {
  const { organizationId, change, initiator, approvalId, voters } = changing;
  refuseSuspended(before);
  const after = changedPolicy(before, change);
  refuseAbovePlatform(after, change);
  if (change.approvals) refuseDeadlock(draft, after, voters);
  const approves = (userId: string) => approvesUnnamed(draft.lookUp(memberRead(organizationId, userId)));
  if (before.approvals && loosens(before, after, approves)) {
    const content = requestedChange(before, after, change);
    const pending = requestApproval(draft, before, { approvalId, kind: 'policy', initiator, content });
    return { reply: reply(202, pending), resourceId: approvalId };
  }
  draft.changeOrganization(after);
  return { reply: reply(200, presentPolicy(after)), resourceId: organizationId };
}
