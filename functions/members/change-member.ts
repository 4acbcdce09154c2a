import { mailMeans } from '../../shared/approvals/lose-vote.ts';
import { nameVoters } from '../../shared/approvals/name-voters.ts';
import { memberOf } from '../../shared/http/caller.ts';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/decide.ts';
import { changeMember } from '../../shared/members/change-member.ts';
import { memberRead } from '../../shared/members/member.ts';
import { MemberView, RoleChange } from '../../shared/members/present-member.ts';
import { teamRead } from '../../shared/members/team.ts';
import { serve } from '../../shared/runtime/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'changeMember',
  summary: 'Change what a member may do',
  description:
    'Nobody changes their own role, and only an owner makes or changes an owner. Who may do less from now on loses what they ' +
    'have begun, and the invitations that they made.',
  method: 'PATCH',
  path: '/organizations/{orgId}/members/{userId}',
  callers: ['session'],
  permission: 'members.manage',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'member.change',
  body: RoleChange,
  responses: { 200: { description: 'The member.', schema: MemberView } },
  errors: ['NOT_FOUND'],
  tableAccess: 'write',
  handle: async ({ body, caller, parameters: { userId }, organization, runtime, execution }) => {
    const { organizationId } = organization;
    await nameVoters(runtime, organization);
    const means = await mailMeans(runtime);
    const outcome = await decideAndCommit(
      runtime,
      {
        organizationId,
        reads: { member: memberRead(organizationId, userId) },
        lookUps: [teamRead(organizationId)],
        decide: (found, draft) => changeMember(found, memberOf(caller), body.role, draft, means),
      },
      execution,
    );
    return replyOf(outcome);
  },
});

export const handler = serve(endpoint);
