import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { changeOrganization } from '../../shared/operations/change-organization.ts';

export const operation = defineOperation({
  name: 'verify',
  summary: 'Record that business verification is complete, or withdraw it',
  audit: 'organization.verify',
  input: z.strictObject({ organizationId: Id, verified: z.boolean() }),
  handle: (call) => {
    const { mode, counterpartId } = call.organization;
    if (mode === 'sandbox') {
      const pair = counterpartId === undefined ? '' : `; its live organization is ${counterpartId}`;
      throw new ServiceError('BAD_REQUEST', `a sandbox needs no business verification${pair}`);
    }
    return changeOrganization(call, () => ({ verified: call.input.verified }));
  },
});
