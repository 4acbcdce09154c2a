import { inviteMember } from '../../shared/access/members/invite-member.ts';
import { IssuedInvitationView, NewInvitation } from '../../shared/access/team/present-member.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'inviteMember',
  summary: 'Invite a person',
  description:
    'Returns a `token` that lets one person join as a member within 7 days. The token is shown once and is ' +
    'emailed to the address. Only an owner can invite an owner. An address can have one open invitation, and ' +
    'none if a member already uses it; a member can have ten open invitations. An invitation ends when the ' +
    'person who created it changes role or leaves. Within 24 hours, at most 3 are emailed to one address and 50 ' +
    'in total (`RATE_LIMITED`).',
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
