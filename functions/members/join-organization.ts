import * as z from 'zod';
import { joinOrganization } from '../../shared/access/members/join-organization.ts';
import { MemberView } from '../../shared/access/team/present-member.ts';
import { teamRead } from '../../shared/access/team/team.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { noAccess } from '../../shared/ground/errors/no-access.ts';
import { read } from '../../shared/ground/table/expressions.ts';
import { memberRead } from '../../shared/identity/member.ts';
import { OrganizationEntity } from '../../shared/identity/organization.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/commit/decide.ts';
import { serve } from '../../shared/lambda/serve.ts';
import { nameVoters } from '../../shared/payouts/approvals/name-voters.ts';

export const endpoint = defineEndpoint({
  operation: 'joinOrganization',
  summary: 'Join by an invitation',
  description:
    'Spends the invitation. A token that is wrong, spent, revoked or expired is `FORBIDDEN`, like an organization that does ' +
    'not exist.',
  method: 'POST',
  path: '/organizations/{orgId}/members/join',
  callers: ['session'],
  permission: 'join',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'member.join',
  body: z
    .strictObject({ token: z.string().min(1).max(128).meta({ description: 'Of the invitation.' }) })
    .meta({ id: 'JoinOrganization' }),
  responses: { 201: { description: 'You, as a member.', schema: MemberView } },
  errors: [],
  tableAccess: 'write',
  handle: async ({ body, caller, parameters: { orgId: organizationId }, runtime, execution }) => {
    if (caller.kind !== 'session') throw noAccess();
    const organization = await runtime.store.get(read(OrganizationEntity, { organizationId }));
    if (!organization) throw noAccess();
    await nameVoters(runtime, organization);
    const { userId } = caller.person;
    const outcome = await decideAndCommit(
      runtime,
      {
        organizationId,
        reads: { member: memberRead(organizationId, userId) },
        lookUps: [teamRead(organizationId)],
        decide: (found, draft) => joinOrganization(found, userId, body.token, draft),
      },
      execution,
    );
    return replyOf(outcome);
  },
});

export const handler = serve(endpoint);
