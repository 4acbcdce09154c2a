import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { changeOrganization } from '../../shared/operations/change-organization.ts';

export const operation = defineOperation({
  name: 'suspend',
  summary: 'Suspend an organization: every call and every new payout is refused',
  audit: 'organization.suspend',
  serviceOrganizations: ['canary'],
  input: z.strictObject({ organizationId: Id }),
  handle: (call) => changeOrganization(call, () => ({ status: 'suspended', restoreHold: undefined })),
});
