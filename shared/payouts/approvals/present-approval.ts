import * as z from 'zod';
import { AmountText, Instant, MoneyView } from '../../contract/fields.ts';
import { presentMoney } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { amountLegs } from '../../ports/amount-leg.ts';
import { type Approval, approvalKinds, voteDecisions } from './approval.ts';
import { RequestedPolicyChange } from './policy-change.ts';
import { approvalStatuses } from './transitions.ts';

/** The content of an approval of kind `payout`: the request as it will be executed. */
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
    apiKeyId: z.string().optional().meta({ description: 'The key’s id. Revoking the key ends the approval.' }),
    issuedBy: z
      .string()
      .optional()
      .meta({ description: 'The member who issued that key, or its first ancestor; may not vote.' }),
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
        '`approved` has all its votes and is being executed; `failed` could not be, or the key that asked for it was ' +
        'revoked, and its hold is released.',
    }),
    initiator: Initiator,
    electorate: z
      .array(z.string())
      .optional()
      .meta({ description: 'User ids of who may vote on it, as long as they are voters of the policy.' }),
    required: z.int().meta({ description: 'Votes that it takes; the quorum of today’s policy where that is larger.' }),
    votes: z.array(Vote),
    payout: RequestedPayout.optional().meta({ description: 'What is approved, where the kind is `payout`.' }),
    policy: RequestedPolicyChange.optional().meta({
      description: 'What is approved, where the kind is `policy`: what the change names, before and after it.',
    }),
    contentHash: z.string().meta({
      description:
        'SHA-256, in hexadecimal, of all that is voted on: organization, `approvalId`, kind, what is approved and what is ' +
        '`held`. It never changes, and no other approval has it. Name it in the vote; nothing else is executed.',
    }),
    held: MoneyView.optional().meta({ description: 'What it takes out of the available balance until it ends.' }),
    payoutId: z.string().optional().meta({ description: 'The payout that it became.' }),
    failureReason: z.string().optional().meta({
      description:
        'The error `type` that kept it from being executed; `UNAUTHORIZED` where the key that asked was revoked.',
    }),
    expiresAt: Instant.meta({ description: 'Without enough votes by then it expires.' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Approval' });

export type ApprovalBody = z.infer<typeof ApprovalView>;

/** The approval as the API and its events show it (specification, Approval; design, approval). */
export function presentApproval(approval: Approval): ApprovalBody {
  const { approvalId, kind, status, initiator, electorate, required, votes, hold, payoutId, failureReason } = approval;
  return {
    approvalId,
    kind,
    status,
    initiator,
    ...(electorate && { electorate }),
    required,
    votes,
    [kind]: JSON.parse(approval.content),
    contentHash: approval.hash,
    ...(hold && { held: presentMoney({ minor: hold.amount, currency: hold.currency }) }),
    ...(payoutId && { payoutId }),
    ...(failureReason && { failureReason }),
    expiresAt: timestamp(approval.expiresAt),
    createdAt: approval.createdAt,
    updatedAt: approval.updatedAt,
  };
}
