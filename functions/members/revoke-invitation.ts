import { memberOf } from '../../shared/http/caller.ts';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/decide.ts';
import { InvitationView } from '../../shared/members/present-member.ts';
import { revokeInvitation } from '../../shared/members/revoke-invitation.ts';
import { teamRead } from '../../shared/members/team.ts';
import { serve } from '../../shared/runtime/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'revokeInvitation',
  summary: 'Revoke an open invitation',
  description: 'Only an owner revokes the invitation of an owner.',
  method: 'DELETE',
  path: '/organizations/{orgId}/members/invitations/{invitationId}',
  callers: ['session'],
  permission: 'members.manage',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'member.revoke_invitation',
  responses: { 200: { description: 'The invitation as it was.', schema: InvitationView } },
  errors: ['NOT_FOUND'],
  tableAccess: 'write',
  handle: async ({ caller, parameters: { invitationId }, organization: { organizationId }, runtime, execution }) => {
    const outcome = await decideAndCommit(
      runtime,
      {
        organizationId,
        reads: {},
        lookUps: [teamRead(organizationId)],
        decide: (_found, draft) => revokeInvitation(memberOf(caller), invitationId, draft),
      },
      execution,
    );
    return replyOf(outcome);
  },
});

export const handler = serve(endpoint);
