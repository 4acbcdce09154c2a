import * as z from 'zod';
import { AmountText, Instant, MoneyView } from '../http/fields.ts';
import { presentMoney } from '../money/money.ts';
import { RequestedPolicyChange } from '../policy/policy-change.ts';
import { amountLegs } from '../quotes/amount-leg.ts';
import { timestamp } from '../runtime/clock.ts';
import { type Approval, approvalKinds, voteDecisions } from './approval.ts';
import { approvalStatuses } from './transitions.ts';

/** What an approval of kind `payout` is about: the request, as it is executed. */
const RequestedPayout = z
  .object({
    recipientId: z.string(),
    destinationAccountId: z.string(),
    amount: AmountText,
    amountLeg: z.enum(amountLegs),
    purposeOfPayment: z.string().optional(),
    reference: z.string().optional(),
    endUserId: z.string().optional(),
    expectDestination: z.object({ amount: AmountText, tolerance: z.string() }).optional(),
  })
  .meta({ id: 'RequestedPayout' });

export type RequestedPayout = z.infer<typeof RequestedPayout>;

const Initiator = z
  .object({
    apiKeyPrefix: z.string().optional(),
    issuedBy: z.string().optional().meta({ description: 'The member who issued that key; may not vote.' }),
    actorUserId: z.string().optional(),
  })
  .meta({ description: 'Who asked for it: a key, or a person.' });

const Vote = z.object({ actorUserId: z.string(), decision: z.enum(voteDecisions), at: Instant });

export const ApprovalView = z
  .object({
    approvalId: z.string(),
    kind: z.enum(approvalKinds),
    status: z.enum(approvalStatuses).meta({
      description:
        '`approved` has all its votes and is being executed; `failed` could not be, and its hold is released.',
    }),
    initiator: Initiator,
    required: z.int().meta({ description: 'Votes that it takes; the quorum of today’s policy where that is larger.' }),
    votes: z.array(Vote),
    payout: RequestedPayout.optional().meta({ description: 'What is approved, where the kind is `payout`.' }),
    policy: RequestedPolicyChange.optional().meta({
      description: 'What is approved, where the kind is `policy`: what the change names, before and after it.',
    }),
    held: MoneyView.optional().meta({ description: 'What it takes out of the available balance until it ends.' }),
    payoutId: z.string().optional().meta({ description: 'The payout that it became.' }),
    failureReason: z.string().optional().meta({ description: 'The error `type` that kept it from being executed.' }),
    expiresAt: Instant.meta({ description: 'Without enough votes by then it expires.' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Approval' });

export type ApprovalBody = z.infer<typeof ApprovalView>;

/** The approval as the API and its events show it (specification, Approval; design, approval). */
export function presentApproval(approval: Approval): ApprovalBody {
  const { approvalId, kind, status, initiator, required, votes, hold, payoutId, failureReason } = approval;
  return {
    approvalId,
    kind,
    status,
    initiator,
    required,
    votes,
    [kind]: JSON.parse(approval.content),
    ...(hold && { held: presentMoney({ minor: hold.amount, currency: hold.currency }) }),
    ...(payoutId && { payoutId }),
    ...(failureReason && { failureReason }),
    expiresAt: timestamp(approval.expiresAt),
    createdAt: approval.createdAt,
    updatedAt: approval.updatedAt,
  };
}
