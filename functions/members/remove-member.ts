import { mailMeans } from '../../shared/approvals/lose-vote.ts';
import { nameVoters } from '../../shared/approvals/name-voters.ts';
import { memberOf } from '../../shared/http/caller.ts';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/decide.ts';
import { memberRead } from '../../shared/members/member.ts';
import { MemberView } from '../../shared/members/present-member.ts';
import { removeMember } from '../../shared/members/remove-member.ts';
import { teamRead } from '../../shared/members/team.ts';
import { serve } from '../../shared/runtime/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'removeMember',
  summary: 'Remove a member, or leave',
  description:
    'Access ends at once, for requests under way too, and so do the invitations that they made. Only an owner removes an ' +
    'owner, and the last owner stays.',
  method: 'DELETE',
  path: '/organizations/{orgId}/members/{userId}',
  callers: ['session'],
  permission: 'members.manage',
  ownParameter: 'userId',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'member.remove',
  responses: { 200: { description: 'The member as they were.', schema: MemberView } },
  errors: ['NOT_FOUND'],
  tableAccess: 'write',
  handle: async ({ caller, parameters: { userId }, organization, runtime, execution }) => {
    const { organizationId } = organization;
    await nameVoters(runtime, organization);
    const means = await mailMeans(runtime);
    const outcome = await decideAndCommit(
      runtime,
      {
        organizationId,
        reads: { member: memberRead(organizationId, userId) },
        lookUps: [teamRead(organizationId)],
        decide: (found, draft) => removeMember(found, memberOf(caller), draft, means),
      },
      execution,
    );
    return replyOf(outcome);
  },
});

export const handler = serve(endpoint);
