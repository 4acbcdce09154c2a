import { changeMember } from '../../shared/access/members/change-member.ts';
import { MemberView, RoleChange } from '../../shared/access/team/present-member.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'changeMember',
  summary: "Change a member's role",
  description:
    'Members cannot change their own role. Only an owner can change an owner or make someone an owner. A member ' +
    'whose permissions are reduced loses the requests they started and the invitations they created.',
  method: 'PATCH',
  path: '/organizations/{orgId}/members/{userId}',
  callers: ['session'],
  permission: 'members.manage',
  audit: 'member.change',
  body: RoleChange,
  responses: { 200: { description: 'The member.', schema: MemberView } },
  errors: ['NOT_FOUND'],
  uses: ['sealing'],
  handle: ({ body, caller, parameters: { userId }, organization, runtime, execution }) =>
    changeMember(runtime, organization, memberOf(caller), { userId, role: body.role }, execution),
});
