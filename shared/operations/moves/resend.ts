import * as z from 'zod';
import { Id, label } from '../../contract/fields.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { decideResending, resendPermissionMs, resendRefs } from '../../payouts/lifecycle/resend-payout.ts';
import { defineMovement, moving } from './move.ts';

/**
 * The only way to send a payout again that its rail may have lost. It is paid twice unless someone has verified that it
 * was not paid.
 */
export const resend = defineMovement({
  name: 'resend',
  input: z.strictObject({
    organizationId: Id,
    payoutId: Id,
    reason: label(500).meta({ description: 'Who verified with the rail that it was not paid, and how; logged.' }),
  }),
  move: (_runtime, { organizationId, payoutId }) =>
    moving({
      reads: resendRefs(organizationId, payoutId),
      about: payoutId,
      // What someone found out at the rail remains true for this long.
      confirmableMs: resendPermissionMs,
      money: ({ payout }) => {
        if (!payout) throw new ServiceError('NOT_FOUND', 'no such payout');
        return { currency: payout.sourceCurrency, minor: payout.sourceAmount };
      },
      decide: decideResending,
    }),
});
