import * as z from 'zod';
import { Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { formatTokens } from '../../shared/ground/money/token-amount.ts';
import { timestamp } from '../../shared/ground/time/clock.ts';
import { recordSuccess } from '../../shared/journal/rows/record-refusal.ts';
import { judgeParked } from '../../shared/payouts/arrivals/judge-parked.ts';

/**
 * Judging is safe at any time. A transfer that is still listed, or would still not reach a treasury, stays parked.
 * Money that the list no longer refuses counts toward its payout, or becomes a held deposit if the payout awaits none.
 */
export const operation = defineOperation({
  name: 'judge-transfers',
  summary:
    'Re-evaluate parked transfers to the address of a self-funded payout, or those of one transaction, and show them',
  audit: 'payout.judge_transfers',
  input: z.strictObject({
    organizationId: Id,
    payoutId: Id,
    transaction: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/)
      .optional()
      .meta({
        description: 'Evaluate what this final transaction transfers to the address, even if no node lists it.',
      }),
    reason: label(500).meta({
      description: 'What has changed since they were parked, or how the transaction was found; logged.',
    }),
  }),
  uses: ['depositChain', 'senderScreening'],
  handle: async ({ input, organization: { organizationId }, runtime, actorUserId, auditOf }) => {
    const { payoutId, transaction, reason } = input;
    await recordSuccess(runtime, auditOf(organizationId), payoutId);
    const { transfers, more } = await judgeParked(runtime, { organizationId, payoutId }, transaction?.toLowerCase());
    runtime.log.info('transfers were judged anew', { organizationId, payoutId, transaction, reason, actorUserId });
    return {
      transfers: transfers.map(({ hash, logIndex, heldAs, amount, from, signer, block, madeAt, state, parkedFor }) => ({
        hash,
        logIndex,
        ...(heldAs && { chain: heldAs.chain, token: heldAs.token }),
        amount: formatTokens(amount),
        from,
        signer,
        block,
        madeAt: timestamp(madeAt),
        state,
        ...(parkedFor && { parkedFor }),
      })),
      ...(more && { more }),
    };
  },
});
