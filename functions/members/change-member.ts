import { changeMember } from '../../shared/access/members/change-member.ts';
import { MemberView, RoleChange } from '../../shared/access/team/present-member.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';

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
  audit: 'member.change',
  body: RoleChange,
  responses: { 200: { description: 'The member.', schema: MemberView } },
  errors: ['NOT_FOUND'],
  uses: ['sealing'],
  handle: ({ body, caller, parameters: { userId }, organization, runtime, execution }) =>
    changeMember(runtime, organization, memberOf(caller), { userId, role: body.role }, execution),
});
