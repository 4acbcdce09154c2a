import { revokeInvitation } from '../../shared/access/members/revoke-invitation.ts';
import { InvitationView } from '../../shared/access/team/present-member.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'revokeInvitation',
  summary: 'Revoke an open invitation',
  description: 'Only an owner can revoke the invitation of an owner.',
  method: 'DELETE',
  path: '/organizations/{orgId}/members/invitations/{invitationId}',
  callers: ['session'],
  permission: 'members.manage',
  audit: 'member.revoke_invitation',
  responses: { 200: { description: 'The invitation before it was revoked.', schema: InvitationView } },
  errors: ['NOT_FOUND'],
  handle: ({ caller, parameters: { invitationId }, organization: { organizationId }, runtime, execution }) =>
    revokeInvitation(runtime, organizationId, memberOf(caller), invitationId, execution),
});
