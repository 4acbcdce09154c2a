import * as z from 'zod';
import { maxApprovers } from '../../shared/access/voters/electorate.ts';
import { UserId } from '../../shared/contract/fields/people.ts';
import { Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { resetApprovers } from '../../shared/payouts/policy/reset-approvers.ts';

/** For an organization with too few voters left to agree on naming others. */
export const operation = defineOperation({
  name: 'reset-approvers',
  summary: 'Replace the approvers in 72 hours, unless an owner or approver stops it; threshold and quorum stay',
  audit: 'policy.reset_approvers',
  input: z.strictObject({
    organizationId: Id,
    approvers: z
      .array(UserId)
      .min(1)
      .max(maxApprovers)
      .refine((approvers) => new Set(approvers).size === approvers.length, 'names someone twice')
      .meta({ description: 'User ids of members who may vote. There must be more of them than the quorum.' }),
    reason: label(500).meta({ description: 'Who requested this and how they were identified; logged.' }),
  }),
  uses: ['sealing'],
  handle: (call) => {
    const { organizationId, reason, approvers } = call.input;
    call.runtime.log.info('voters are to be reset', { organizationId, reason, actorUserId: call.actorUserId });
    return resetApprovers(call, { approvers });
  },
});
