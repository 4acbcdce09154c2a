import * as z from 'zod';
import { ServiceError } from '../../shared/errors/service-error.ts';
import { Id, label } from '../../shared/http/fields.ts';
import { changeOrganization } from '../../shared/organizations/change-organization.ts';
import { defineOperation } from '../../shared/runtime/operation.ts';
import { serveOperation } from '../../shared/runtime/serve-operation.ts';

/** The way out where the approvers who are named have left: nobody is left who could agree to name others. */
export const operation = defineOperation({
  name: 'reset-approvers',
  summary: 'Let owners and admins approve, in place of approvers who are named; threshold and quorum stay',
  audit: 'policy.reset_approvers',
  input: z.strictObject({
    organizationId: Id,
    reason: label(500).meta({ description: 'Who asked for it and how they were known; in the log.' }),
  }),
  tableAccess: 'write',
  handle: (call) => {
    const { organizationId, reason } = call.input;
    call.runtime.log.info('approvers are reset', { organizationId, reason, actorUserId: call.actorUserId });
    return changeOrganization(call, ({ approvals }) => {
      if (!approvals) throw new ServiceError('BAD_REQUEST', 'the organization has no approvals');
      return { approvals: { ...approvals, approvers: [] } };
    });
  },
});

export const handler = serveOperation(operation);
