import * as z from 'zod';
import { AmountText, Instant, MoneyView, TotalText } from '../../contract/fields.ts';
import { presentMoney } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { amountLegs } from '../../ports/amount-leg.ts';
import { type Approval, approvalKinds, voteDecisions } from './approval.ts';
import { RequestedPolicyChange } from './policy-change.ts';
import { approvalStatuses } from './transitions.ts';

/** What the lines of one corridor and leg ask for together. */
export const RequestedTotal = z
  .object({
    corridorId: z.string().meta({ description: 'Where the money goes.' }),
    amountLeg: z.enum(amountLegs).meta({ description: 'What the amounts are of: see `CreatePayout`.' }),
    currency: z.string().meta({ description: 'Of the leg.' }),
    count: z.int().meta({ description: 'How many lines.' }),
    amount: TotalText,
  })
  .meta({ id: 'RequestedTotal', description: 'The lines of a run for one corridor and leg.' });

/** The fields of a payout that was requested, as answers show them. */
export const requestedPayoutFields = {
  destinationAccountId: z.string().meta({ description: 'The account that is paid.' }),
  amount: AmountText,
  amountLeg: z.enum(amountLegs).meta({ description: 'What `amount` is of: see `CreatePayout`.' }),
  purposeOfPayment: z.string().optional().meta({ description: 'Id of a payment reason; absent where none was given.' }),
  reference: z.string().optional().meta({ description: 'Yours; absent where none was given.' }),
  endUserId: z.string().optional().meta({ description: 'On whose behalf it is paid; the recipient’s when absent.' }),
  expectDestination: z
    .object({
      amount: AmountText,
      tolerance: z.string().meta({ description: 'How much less may arrive, as a fraction: `0.01` is one percent.' }),
    })
    .optional()
    .meta({ description: 'What has to arrive; absent: any price of then is taken.' }),
};

/** The content of an approval of kind `payout`: the request as it will be executed. */
const RequestedPayout = z
  .object({ recipientId: z.string().meta({ description: 'Who is paid.' }), ...requestedPayoutFields })
  .meta({ id: 'RequestedPayout', description: 'A payout that waits for votes.' });

/** The content of an approval of kind `batch`: the run as people see it when they vote. */
const RequestedBatch = z
  .object({
    batchId: z.string().meta({ description: 'The run.' }),
    externalReferenceId: z.string().meta({ description: 'Your name of the run.' }),
    itemCount: z.int().meta({ description: 'Its lines, valid or not.' }),
    valid: z.int().meta({ description: 'Lines that become payouts.' }),
    invalid: z.int().meta({ description: 'Lines that are left out.' }),
    requested: z.array(RequestedTotal).meta({ description: 'What the valid lines ask for.' }),
    largestDebit: MoneyView.extend({ amount: TotalText }).meta({
      description:
        'The most that the run may debit: 5 percent above today’s price, fees included. Lines beyond it fail with `RATE_DRIFT_EXCEEDED`.',
    }),
    linesHash: z.string().meta({ description: 'SHA-256 of the stored lines, in hexadecimal.' }),
  })
  .meta({ id: 'RequestedBatch', description: 'A run that waits for votes.' });

/** The content of an approval of kind `collection_account`: the account as buyers would pay into it. */
const RequestedAccount = z
  .object({
    accountId: z.string().meta({ description: 'The account that would become `active`.' }),
    kind: z.string().meta({ description: '`bank` or `crypto`.' }),
    currency: z.string().meta({ description: 'What it takes.' }),
    details: z.record(z.string(), z.string()).meta({ description: 'As they were registered.' }),
  })
  .meta({ id: 'RequestedCollectionAccount', description: 'A collection account that waits for votes.' });

export type RequestedAccount = z.infer<typeof RequestedAccount>;

export type RequestedBatch = z.infer<typeof RequestedBatch>;

export type RequestedPayout = z.infer<typeof RequestedPayout>;

const Initiator = z
  .object({
    apiKeyPrefix: z.string().optional().meta({ description: 'Prefix of the key; absent where a person asked.' }),
    apiKeyId: z.string().optional().meta({ description: 'The key’s id. Revoking the key ends the approval.' }),
    issuedBy: z
      .string()
      .optional()
      .meta({ description: 'The member who issued that key, or its first ancestor; may not vote.' }),
    actorUserId: z.string().optional().meta({ description: 'The person; absent where a key asked.' }),
  })
  .meta({ description: 'Who asked for it: a key, or a person.' });

const Vote = z.object({
  actorUserId: z.string().meta({ description: 'Who voted.' }),
  decision: z.enum(voteDecisions).meta({ description: 'One `reject` ends the approval.' }),
  at: Instant.meta({ description: 'When the vote was recorded.' }),
});

export const ApprovalView = z
  .object({
    approvalId: z.string().meta({ description: 'Names it in paths.' }),
    kind: z.enum(approvalKinds).meta({ description: 'What is asked for; the field of that name says it.' }),
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
    votes: z.array(Vote).meta({ description: 'Oldest first; one of each person.' }),
    payout: RequestedPayout.optional().meta({ description: 'What is approved, where the kind is `payout`.' }),
    batch: RequestedBatch.optional().meta({ description: 'What is approved, where the kind is `batch`.' }),
    policy: RequestedPolicyChange.optional().meta({
      description: 'What is approved, where the kind is `policy`: what the change names, before and after it.',
    }),
    collectionAccount: RequestedAccount.optional().meta({
      description: 'What is approved, where the kind is `collection_account`.',
    }),
    contentHash: z.string().meta({
      description:
        'SHA-256, in hexadecimal, of all that is voted on: organization, `approvalId`, kind, what is approved and what is ' +
        '`held`. It never changes, and no other approval has it. Name it in the vote; nothing else is executed.',
    }),
    held: MoneyView.optional().meta({ description: 'What it takes out of the available balance until it ends.' }),
    payoutId: z.string().optional().meta({ description: 'The payout that it became.' }),
    batchId: z.string().optional().meta({ description: 'The run that it is about.' }),
    failureReason: z.string().optional().meta({
      description:
        'The error `type` that kept it from being executed; `UNAUTHORIZED` where the key that asked was revoked.',
    }),
    expiresAt: Instant.meta({ description: 'Without enough votes by then it expires.' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Approval', description: 'What waits for votes, and what became of it.' });

export type ApprovalBody = z.infer<typeof ApprovalView>;

/** The approval as the API and its events show it (specification, Approval; design, approval). */
export function presentApproval(approval: Approval): ApprovalBody {
  const { approvalId, kind, status, initiator, electorate, required, votes, hold, payoutId, batchId, failureReason } =
    approval;
  return {
    approvalId,
    kind,
    status,
    initiator,
    ...(electorate && { electorate }),
    required,
    votes,
    [kind === 'collection_account' ? 'collectionAccount' : kind]: JSON.parse(approval.content),
    contentHash: approval.hash,
    ...(hold && { held: presentMoney({ minor: hold.amount, currency: hold.currency }) }),
    ...(payoutId && { payoutId }),
    ...(batchId && { batchId }),
    ...(failureReason && { failureReason }),
    expiresAt: timestamp(approval.expiresAt),
    createdAt: approval.createdAt,
    updatedAt: approval.updatedAt,
  };
}
