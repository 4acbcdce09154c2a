import * as z from 'zod';
import { keysPerCommit } from '../../shared/access/api-keys/end-keys.ts';
import { keyRingRead } from '../../shared/access/api-keys/key-ring.ts';
import { readKeysOfPerson } from '../../shared/access/api-keys/person-keys.ts';
import { type KeyDisposition, keyDispositions, removeMember } from '../../shared/access/members/remove-member.ts';
import { MemberView } from '../../shared/access/team/present-member.ts';
import { teamRead } from '../../shared/access/team/team.ts';
import { mailMaterial } from '../../shared/access/voters/lose-vote.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { apiKeyRead } from '../../shared/identity/api-key.ts';
import { memberRead } from '../../shared/identity/member.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/commit/decide.ts';
import type { Execution } from '../../shared/journal/commit/execution.ts';
import { serve } from '../../shared/lambda/serve.ts';
import { nameVoters } from '../../shared/payouts/approvals/name-voters.ts';

export const endpoint = defineEndpoint({
  operation: 'removeMember',
  summary: 'Remove a member, or leave',
  description:
    'Access ends at once, for requests under way too, and so do the invitations that they made. Only an owner removes an ' +
    'owner, and the last owner stays. Where they issued or rotated API keys that can be used, `keys` has to say what becomes of ' +
    'those: without it the answer is a `CONFLICT` that names them.',
  method: 'DELETE',
  path: '/organizations/{orgId}/members/{userId}',
  callers: ['session'],
  permission: 'members.manage',
  ownParameter: 'userId',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'member.remove',
  query: z.strictObject({
    keys: z
      .enum(keyDispositions)
      .optional()
      .meta({
        description:
          'Of the keys that they issued or rotated, and those that such keys were rotated to: `revoke` ends them at once with the ' +
          'approvals that they asked for, `keep` leaves them as they are.',
      }),
  }),
  responses: { 200: { description: 'The member as they were.', schema: MemberView } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  tableAccess: 'write',
  handle: async ({ query: { keys }, caller, parameters: { userId }, organization, runtime, execution }) => {
    const { organizationId } = organization;
    await nameVoters(runtime, organization);
    const means = await mailMaterial(runtime);
    const { facts, ids } = await readKeysOfPerson(runtime.store, organizationId, userId);
    const outcome = await decideAndCommit(
      runtime,
      {
        organizationId,
        reads: { member: memberRead(organizationId, userId), ring: keyRingRead(organizationId) },
        lookUps: [teamRead(organizationId), ...ids.slice(0, keysPerCommit).map(apiKeyRead)],
        decide: (found, draft) => removeMember({ ...found, facts }, memberOf(caller), draft, { means, keys }),
      },
      auditedAs(execution, keys),
    );
    return replyOf(outcome);
  },
});

/** What became of the keys is part of what was done. */
function auditedAs(execution: Execution, keys: KeyDisposition | undefined): Execution {
  const { audit } = execution;
  return keys && audit ? { ...execution, audit: { ...audit, action: `${audit.action}_and_${keys}_keys` } } : execution;
}

export const handler = serve(endpoint);
