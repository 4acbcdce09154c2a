import * as z from 'zod';
import { Instant, MoneyView } from '../contract/fields.ts';
import { presentMoney } from '../ground/money/money.ts';
import { timestamp } from '../ground/time/clock.ts';
import { type Approval, approvalKinds, voteDecisions } from './approval.ts';
import { approvalStatuses } from './transitions.ts';

const Initiator = z
  .object({
    apiKeyPrefix: z
      .string()
      .optional()
      .meta({ description: 'The prefix of the key. Absent if a person made the request.' }),
    apiKeyId: z.string().optional().meta({ description: 'The id of the key. Revoking the key ends the approval.' }),
    issuedBy: z
      .string()
      .optional()
      .meta({ description: 'The member who issued the key or its first ancestor. They cannot vote.' }),
    actorUserId: z.string().optional().meta({
      description: 'The person. Absent if a key made the request. The approval ends when the person is removed.',
    }),
  })
  .meta({ description: 'The key or person that made the request.' });

const Vote = z.object({
  actorUserId: z.string().meta({ description: 'Who voted.' }),
  decision: z.enum(voteDecisions).meta({ description: 'A single `reject` ends the approval.' }),
  at: Instant.meta({ description: 'When the vote was recorded.' }),
});

/**
 * An approval without its content. Each domain declares the contents of its kinds, and
 * `records/approvals/approval-view.ts` combines them.
 */
export const ApprovalBase = z.object({
  approvalId: z.string().meta({ description: 'The id to use in paths.' }),
  kind: z
    .enum(approvalKinds)
    .meta({ description: 'The kind of request. The details are in the field of the same name.' }),
  status: z.enum(approvalStatuses).meta({
    description:
      '`approved`: has all its votes and is being executed. `failed`: could not be executed, or nobody could ' +
      'decide it any more; its hold is released, and you can make the request again.',
  }),
  initiator: Initiator,
  electorate: z
    .array(z.string())
    .optional()
    .meta({ description: 'The user ids of the people who may vote, as long as they are voters in the policy.' }),
  required: z.int().meta({
    description:
      'The number of votes needed: the quorum at the time of the request, or the current one if that is larger.',
  }),
  votes: z.array(Vote).meta({ description: 'Oldest first, one per person.' }),
  contentHash: z.string().meta({
    description:
      'SHA-256, in hexadecimal, of everything that is voted on: organization, `approvalId`, kind, the request and ' +
      '`held`. It never changes, and no other approval has the same value. Send it with the vote; nothing else is ' +
      'executed.',
  }),
  held: MoneyView.optional().meta({
    description: 'The amount taken out of the available balance until the approval ends.',
  }),
  payoutId: z.string().optional().meta({ description: 'The id of the resulting payout.' }),
  payoutLinkId: z.string().optional().meta({ description: 'The id of the resulting payout link.' }),
  batchId: z.string().optional().meta({ description: 'The id of the batch to approve.' }),
  failureReason: z
    .string()
    .optional()
    .meta({
      description:
        'The error `type` that prevented execution. `UNAUTHORIZED`: the requesting key was revoked, or the ' +
        'requesting person was removed or lost the permission. `FORBIDDEN`: too few voters were left to agree.',
    }),
  expiresAt: Instant.meta({ description: 'When the approval expires if it does not have enough votes.' }),
  createdAt: Instant,
  updatedAt: Instant,
});

/** With the content under the name of its kind. */
export type ApprovalBody = z.infer<typeof ApprovalBase>;

/** The field of the content, if it is not the name of the kind. */
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
