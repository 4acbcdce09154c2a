import { inviteMember } from '../../shared/access/members/invite-member.ts';
import { IssuedInvitationView, NewInvitation } from '../../shared/access/team/present-member.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'inviteMember',
  summary: 'Invite a person',
  description:
    'Answers a `token` that makes whoever joins with it a member, once, within 7 days; it is shown once, and mailed to the ' +
    'address. Only an owner invites an owner. One open invitation an address, and none where a member has it; ten a member. It ends with the role or ' +
    'membership of who made it. In 24 hours at most 3 are mailed to one address and 50 in all (`RATE_LIMITED`).',
  method: 'POST',
  path: '/organizations/{orgId}/members',
  callers: ['session'],
  permission: 'members.manage',
  secretResponse: true,
  audit: 'member.invite',
  body: NewInvitation,
  responses: { 201: { description: 'The invitation, with its token.', schema: IssuedInvitationView } },
  uses: ['sealing'],
  handle: ({ body, caller, organization: { organizationId }, runtime, execution }) =>
    inviteMember(runtime, organizationId, memberOf(caller), body, execution),
});
