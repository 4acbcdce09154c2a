import * as z from 'zod';
import { Instant, MoneyView } from '../contract/fields.ts';
import { presentMoney } from '../ground/money/money.ts';
import { timestamp } from '../ground/time/clock.ts';
import { type Approval, approvalKinds, voteDecisions } from './approval.ts';
import { approvalStatuses } from './transitions.ts';

const Initiator = z
  .object({
    apiKeyPrefix: z.string().optional().meta({ description: 'Prefix of the key; absent where a person asked.' }),
    apiKeyId: z.string().optional().meta({ description: 'The key’s id. Revoking the key ends the approval.' }),
    issuedBy: z
      .string()
      .optional()
      .meta({ description: 'The member who issued that key, or its first ancestor; may not vote.' }),
    actorUserId: z
      .string()
      .optional()
      .meta({ description: 'The person; absent where a key asked. The approval ends when they are removed.' }),
  })
  .meta({ description: 'Who asked for it: a key, or a person.' });

const Vote = z.object({
  actorUserId: z.string().meta({ description: 'Who voted.' }),
  decision: z.enum(voteDecisions).meta({ description: 'One `reject` ends the approval.' }),
  at: Instant.meta({ description: 'When the vote was recorded.' }),
});

/**
 * An approval without what it is about. Each domain declares the contents of its kinds, and
 * `records/approvals/approval-view.ts` puts all of them together.
 */
export const ApprovalBase = z.object({
  approvalId: z.string().meta({ description: 'Names it in paths.' }),
  kind: z.enum(approvalKinds).meta({ description: 'What is asked for; the field of that name says it.' }),
  status: z.enum(approvalStatuses).meta({
    description:
      '`approved` has all its votes and is being executed. `failed` could not be executed, or nobody could decide it any ' +
      'more; its hold is released, and it can be asked for again.',
  }),
  initiator: Initiator,
  electorate: z
    .array(z.string())
    .optional()
    .meta({ description: 'User ids of who may vote on it, as long as they are voters of the policy.' }),
  required: z.int().meta({ description: 'Votes that it takes; the quorum of today’s policy where that is larger.' }),
  votes: z.array(Vote).meta({ description: 'Oldest first; one of each person.' }),
  contentHash: z.string().meta({
    description:
      'SHA-256, in hexadecimal, of all that is voted on: organization, `approvalId`, kind, what is approved and what is ' +
      '`held`. It never changes, and no other approval has it. Name it in the vote; nothing else is executed.',
  }),
  held: MoneyView.optional().meta({ description: 'What it takes out of the available balance until it ends.' }),
  payoutId: z.string().optional().meta({ description: 'The payout that it became.' }),
  payoutLinkId: z.string().optional().meta({ description: 'The payout link that it became.' }),
  batchId: z.string().optional().meta({ description: 'The run that it is about.' }),
  failureReason: z
    .string()
    .optional()
    .meta({
      description:
        'The error `type` that kept it from being executed. `UNAUTHORIZED`: the key that asked was revoked, or the person ' +
        'who asked was removed or lost the permission to ask. `FORBIDDEN`: too few voters were left to agree.',
    }),
  expiresAt: Instant.meta({ description: 'Without enough votes by then it expires.' }),
  createdAt: Instant,
  updatedAt: Instant,
});

/** With its content under the name of its kind. */
export type ApprovalBody = z.infer<typeof ApprovalBase>;

/** The field of the content, where it is not the kind's own name. */
const contentNames: Readonly<Record<string, string>> = {
  collection_account: 'collectionAccount',
  payout_link: 'payoutLink',
  payout_link_claim: 'payoutLinkClaim',
};

/** The approval as the API and its events show it (specification, Approval; design, approval). */
export function presentApproval(approval: Approval): ApprovalBody {
  const { approvalId, kind, status, initiator, electorate, required, votes, hold, failureReason } = approval;
  const { payoutId, payoutLinkId, batchId } = approval;
  return {
    approvalId,
    kind,
    status,
    initiator,
    ...(electorate && { electorate }),
    required,
    votes,
    [contentNames[kind] ?? kind]: JSON.parse(approval.content),
    contentHash: approval.hash,
    ...(hold && { held: presentMoney({ minor: hold.amount, currency: hold.currency }) }),
    ...(payoutId && { payoutId }),
    ...(payoutLinkId && { payoutLinkId }),
    ...(batchId && { batchId }),
    ...(failureReason && { failureReason }),
    expiresAt: timestamp(approval.expiresAt),
    createdAt: approval.createdAt,
    updatedAt: approval.updatedAt,
  };
}
