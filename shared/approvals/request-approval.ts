import * as z from 'zod';
import { electorateOf, quorumOf } from '../access/voters/electorate.ts';
import { Instant } from '../contract/fields.ts';
import { create } from '../ground/table/writes.ts';
import { timestamp } from '../ground/time/clock.ts';
import type { Organization } from '../identity/organization.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import { scheduleWork } from '../journal/due/due-work.ts';
import { type Approval, ApprovalEntity, type ApprovalKind, approvalLifetimeMs, approvalWork } from './approval.ts';
import { canonicalJson, hashOf } from './content.ts';
import type { Initiator } from './initiator.ts';
import { presentApproval } from './present-approval.ts';

export interface RequestedApproval {
  readonly approvalId: string;
  readonly kind: ApprovalKind;
  readonly initiator: Initiator;
  /** The batch, if the approval is about one. */
  readonly batchId?: string;
  /** What is to be approved: plain JSON, which the API shows unchanged. */
  readonly content: object;
  /** The keyed request, for whatever the execution creates. */
  readonly asked?: Approval['asked'];
  /** The most that the execution may debit. */
  readonly hold?: Approval['hold'];
}

/** The answer to a request that waits for approvers (specification, Other referenced operations, `POST P/payouts`). */
export const PendingApprovalView = z
  .object({
    status: z.literal('pending_approval').meta({ description: 'Nothing is paid yet.' }),
    approvalId: z.string().meta({ description: 'The approval that must be decided.' }),
    expiresAt: Instant,
  })
  .meta({ id: 'PendingApproval', description: 'The request waits for votes.' });

export type PendingApproval = z.infer<typeof PendingApprovalView>;

/**
 * Creates an approval, with its hold, its event and the due work of its expiry (specification, States and transitions,
 * Approval, row 1).
 * @throws ServiceError BAD_REQUEST when too few people could vote on it; INSUFFICIENT_BALANCE when the balance does not
 *   cover the hold
 */
export function requestApproval(
  draft: JournalDraft,
  organization: Organization,
  { content, initiator, asked, ...requested }: RequestedApproval,
): PendingApproval {
  const { organizationId } = organization;
  const { approvalId, hold } = requested;
  const expiresAt = draft.now + approvalLifetimeMs;
  const bound = { ...requested, organizationId, content: canonicalJson(content) };
  const ledgerPositions = hold
    ? [draft.post({ type: 'hold', currency: hold.currency, amount: -hold.amount, approvalId })]
    : [];
  const approval: Approval = {
    ...bound,
    hash: hashOf(bound),
    version: 1,
    status: 'pending',
    initiator: initiator.shown,
    organizationVersion: organization.version,
    electorate: electorateOf(organization, initiator),
    required: quorumOf(organization),
    votes: [],
    ...(asked && { asked }),
    ledgerPositions,
    expiresAt,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
  draft.event({ type: 'payout_approval.requested', data: presentApproval(approval) });
  draft.write(create(ApprovalEntity, approval), scheduleWork(approvalWork(approval), expiresAt));
  return { status: 'pending_approval', approvalId, expiresAt: timestamp(expiresAt) };
}
