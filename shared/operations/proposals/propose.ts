import { ServiceError } from '../../ground/errors/service-error.ts';
import { create } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { auditRetentionMs } from '../../journal/rows/audit-event.ts';
import type { AnyMove, AnyMovement } from '../moves/move.ts';
import {
  OpenProposalsEntity,
  openProposalsRef,
  type Proposal,
  type ProposalBody,
  ProposalEntity,
  presentProposal,
  proposalRef,
} from './proposal.ts';

/** How long a second operator has, unless the move says otherwise. */
export const proposalLifetimeMs = 24 * 60 * 60 * 1000;
/** The maximum number of proposals of an organization that can wait at once. */
export const maxOpenProposals = 20;

export interface Proposing {
  readonly proposalId: string;
  readonly movement: AnyMovement;
  readonly move: AnyMove;
  readonly input: unknown;
  readonly proposedBy: string;
}

type Proposed = Outcome<{ readonly status: 202; readonly body: ProposalBody }>;

/**
 * Stores an operator's request, without moving anything. If something can be done only once, there is one proposal for
 * it.
 * @throws ServiceError CONFLICT if another one is open for the same subject, or if too many wait
 */
export function propose(draft: JournalDraft, { proposalId, movement, move, input, proposedBy }: Proposing): Proposed {
  // A proposal does not depend on the current state, because its execution decides anew.
  draft.skipCheck(...Object.keys(move.reads));
  const { organizationId } = draft.head;
  const listed = draft.lookUp(openProposalsRef(organizationId));
  const open = (listed?.open ?? []).filter(({ expiresAt }) => expiresAt > draft.now);
  const about = move.about && `${movement.name} ${move.about}`;
  const content = JSON.stringify(input);
  const same = about === undefined ? undefined : open.find((other) => other.about === about);
  if (same) return answerSame(draft, same.proposalId, content);
  if (open.length >= maxOpenProposals) {
    throw new ServiceError('CONFLICT', `${open.length} proposals wait: confirm or reject some first`);
  }
  const proposal: Proposal = {
    organizationId,
    proposalId,
    version: 1,
    status: 'open',
    operation: movement.name,
    input: content,
    proposedBy,
    createdAt: draft.timestamp,
    expiresAt: draft.now + (move.confirmableMs ?? proposalLifetimeMs),
    ttl: ttlSeconds(draft.now + auditRetentionMs),
  };
  draft.write(create(ProposalEntity, proposal));
  const entry = { proposalId, expiresAt: proposal.expiresAt, ...(about !== undefined && { about }) };
  draft.change(OpenProposalsEntity, {
    ...listed,
    organizationId,
    version: listed?.version ?? 1,
    open: [...open, entry],
  });
  return { reply: { status: 202, body: presentProposal(proposal, draft.now) }, resourceId: proposalId };
}

/** Tries a move, and leaves nothing of it in the draft. @throws ServiceError its refusal */
export function wouldDo(move: AnyMove, found: object, draft: JournalDraft): 'something' | 'nothing' {
  const tried = draft.attempt(() => move.decide(found as never, draft), 0);
  if ('refusal' in tried) throw tried.refusal;
  return 'full' in tried ? 'something' : 'nothing';
}

function answerSame(draft: JournalDraft, proposalId: string, content: string): Proposed {
  const proposal = draft.lookUp(proposalRef(draft.head.organizationId, proposalId));
  if (proposal?.input !== content) {
    throw new ServiceError(
      'CONFLICT',
      `${proposalId} is an open proposal for the same thing with other details: reject it first`,
    );
  }
  return { reply: { status: 202, body: presentProposal(proposal, draft.now) }, resourceId: proposalId };
}
