import * as z from 'zod';
import { Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { serveOperation } from '../../shared/lambda/serve-operation.ts';
import { resendPayout } from '../../shared/payouts/lifecycle/resend-payout.ts';

/**
 * The only way to send a payout again that its rail may have forgotten. It pays twice where nobody made sure that the
 * payout was not paid.
 */
export const operation = defineOperation({
  name: 'resend',
  summary: 'Let a parked payout be sent once more that its rail may have forgotten',
  audit: 'payout.resend',
  input: z.strictObject({
    organizationId: Id,
    payoutId: Id,
    reason: label(500).meta({ description: 'Who made sure at the rail that it was not paid, and how; in the log.' }),
  }),
  idempotency: 'required',
  tableAccess: 'write',
  handle: async ({ input, organization: { organizationId }, runtime, actorUserId, execution }) => {
    const { payoutId, reason } = input;
    const answer = await resendPayout(runtime, organizationId, payoutId, execution);
    runtime.log.info('a payout may be sent once more', { organizationId, payoutId, reason, actorUserId });
    return answer;
  },
});

export const handler = serveOperation(operation);
