import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { changeOrganization } from '../../shared/operations/change-organization.ts';

export const operation = defineOperation({
  name: 'resume',
  summary: "End an organization's suspension",
  audit: 'organization.resume',
  serviceOrganizations: ['canary'],
  input: z.strictObject({ organizationId: Id }),
  handle: (call) => changeOrganization(call, () => ({ status: 'active', restoreHold: undefined })),
});
