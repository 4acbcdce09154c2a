import type { OperationCall } from '../../contract/operation.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import { identityOf, isAnotherOperator } from '../../identity/operator.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
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

export interface Settlement {
  readonly proposalId: string;
  readonly decision: 'execute' | 'reject';
}

const wanted = { execute: 'executed', reject: 'rejected' } as const;

/**
 * Executes exactly what an operator proposed, once, in the current state, when another operator confirms it; or rejects
 * it, which the proposer may do too. Repeating it returns the same answer.
 * @throws ServiceError NOT_FOUND; FORBIDDEN for the proposer; CONFLICT if it has expired or was settled otherwise, or
 * if its subject was done in the meantime; and every refusal of the operation
 */
export async function settleProposal(
  call: OperationCall<unknown, 'corridors' | 'registration'>,
  movements: readonly AnyMovement[],
  settlement: Settlement,
): Promise<ProposalBody> {
  const { runtime, execution, organization, actorUserId } = call;
  const { organizationId } = organization;
  const reading = proposalRef(organizationId, settlement.proposalId);
  const found = await runtime.store.get(reading);
  if (!found) throw new ServiceError('NOT_FOUND', 'no such proposal');
  if (found.status !== 'open') return settledBefore(found, settlement, runtime.clock());
  const move = moveOf(call, movements, found);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { ...(settlement.decision === 'execute' && move.reads), proposal: reading },
      lookUps: [openProposalsRef(organizationId)],
      ask: async (state) => {
        const { organization: asRead, proposal } = state as {
          readonly organization: Organization;
          readonly proposal?: Proposal;
        };
        if (settlement.decision === 'reject' || proposal?.status !== 'open') return;
        refuseProposer(proposal, actorUserId);
        await move.before?.(asRead, state as never);
      },
      decide: (state, draft) => {
        const { proposal } = state as { readonly proposal: Proposal | undefined };
        if (proposal?.status !== 'open') return undefined;
        if (proposal.expiresAt <= draft.now) throw new ServiceError('CONFLICT', 'the proposal has expired');
        if (settlement.decision === 'reject') return settle(draft, proposal, { by: actorUserId, ...settlement });
        refuseProposer(proposal, actorUserId);
        return settle(draft, proposal, { by: actorUserId, result: execute(move, state, draft), ...settlement });
      },
    },
    execution,
  );
  return outcome ? replyOf(outcome).body : settleProposal(call, movements, settlement);
}

/** The proposed move, parsed with the current rules of its operation. */
function moveOf(
  { runtime }: OperationCall<unknown, 'corridors' | 'registration'>,
  movements: readonly AnyMovement[],
  { operation, input }: Proposal,
): AnyMove {
  const movement = movements.find(({ name }) => name === operation);
  if (!movement) throw new ServiceError('INTERNAL', 'a later release has stored this proposal; nothing was changed');
  return movement.move(runtime, movement.input.parse(JSON.parse(input)) as never);
}

function refuseProposer({ proposedBy }: Proposal, actorUserId: string): void {
  if (isAnotherOperator(identityOf(proposedBy), identityOf(actorUserId))) return;
  throw new ServiceError('FORBIDDEN', `${identityOf(proposedBy)} proposed it: another operator has to confirm`);
}

function execute(move: AnyMove, found: object, draft: JournalDraft): object {
  const outcome = move.decide(found as never, draft);
  if (!outcome || !('reply' in outcome))
    throw new ServiceError('CONFLICT', 'the proposed change has already been made');
  return outcome.reply.body;
}

interface Settled extends Settlement {
  readonly by: string;
  readonly result?: object;
}

function settle(draft: JournalDraft, proposal: Proposal, { by, decision, result }: Settled) {
  const { organizationId, proposalId } = proposal;
  const settled: Proposal = {
    ...proposal,
    status: wanted[decision],
    decidedBy: by,
    decidedAt: draft.timestamp,
    ...(result && { result: JSON.stringify(result) }),
  };
  draft.write(replace(ProposalEntity, settled));
  const listed = draft.lookUp(openProposalsRef(organizationId));
  if (listed) {
    const open = listed.open.filter((one) => one.proposalId !== proposalId);
    draft.change(OpenProposalsEntity, { ...listed, open });
  }
  return { reply: { status: 200, body: presentProposal(settled, draft.now) }, resourceId: proposalId };
}

function settledBefore(proposal: Proposal, { decision }: Settlement, now: number): ProposalBody {
  const { status, decidedBy = '' } = proposal;
  if (status === wanted[decision]) return presentProposal(proposal, now);
  throw new ServiceError('CONFLICT', `the proposal was ${status} by ${identityOf(decidedBy)}`);
}
