import * as z from 'zod';
import { issueApiKey } from '../../shared/access/api-keys/issue-api-key.ts';
import { invitersOf } from '../../shared/access/team/inviters.ts';
import { UserId } from '../../shared/contract/fields/people.ts';
import { Id, InstantParameter, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { scopes } from '../../shared/identity/api-key.ts';
import { memberRef } from '../../shared/identity/member.ts';
import { may } from '../../shared/identity/roles.ts';

export const operation = defineOperation({
  name: 'issue-api-key',
  summary: 'Register the public half of a key pair created by the organization',
  audit: 'api_key.issue',
  input: z.strictObject({
    organizationId: Id,
    for: UserId.meta({ description: 'User id of the owner or admin who is responsible for the key.' }),
    name: label(100),
    publicKey: z.string().max(4_096).meta({ description: 'P-256 public key, SubjectPublicKeyInfo in PEM.' }),
    scopes: z.array(z.enum(scopes)).min(1).meta({ description: 'What the key may do.' }),
    allowedIps: z
      .array(z.string().max(64))
      .max(100)
      .default([])
      .meta({ description: 'IP addresses or CIDR ranges that may use the key.' }),
    expiresAt: InstantParameter.optional(),
  }),
  handle: async ({ input: { for: userId, ...input }, runtime, execution }) => {
    const member = await runtime.store.get(memberRef(input.organizationId, userId));
    if (!member || !may(member.role, 'keys.manage')) {
      throw new ServiceError('BAD_REQUEST', `for: ${userId} is not a member who may issue keys`);
    }
    const inviters = await invitersOf(runtime.store, member);
    const { body } = await issueApiKey(runtime, { ...input, issuedBy: userId, inviters }, execution);
    return body;
  },
});
