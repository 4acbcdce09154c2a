import { defineOperation } from '../../shared/contract/operation.ts';
import { resend } from '../../shared/operations/moves/resend.ts';
import { moveMoney } from '../../shared/operations/proposals/move-money.ts';

export const operation = defineOperation({
  name: resend.name,
  summary: 'Let a parked payout that its rail may have lost be sent once more',
  audit: 'payout.resend',
  serviceOrganizations: ['canary'],
  input: resend.input,
  idempotency: 'required',
  movesMoney: true,
  handle: async (call) => {
    const { organizationId, payoutId, reason } = call.input;
    const answer = await moveMoney(call, resend);
    const told = { organizationId, payoutId, reason, actorUserId: call.actorUserId };
    call.runtime.log.info(
      'proposalId' in answer ? 'it is proposed to send a payout once more' : 'a payout may be sent once more',
      told,
    );
    return answer;
  },
});
