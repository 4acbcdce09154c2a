import { changeMember } from '../../shared/access/members/change-member.ts';
import { MemberView, RoleChange } from '../../shared/access/team/present-member.ts';
import { teamRead } from '../../shared/access/team/team.ts';
import { mailMaterial } from '../../shared/access/voters/lose-vote.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { memberRead } from '../../shared/identity/member.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/commit/decide.ts';
import { serve } from '../../shared/lambda/serve.ts';
import { nameVoters } from '../../shared/payouts/approvals/name-voters.ts';

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
    const means = await mailMaterial(runtime);
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
