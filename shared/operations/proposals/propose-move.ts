import type * as z from 'zod';
import type { OperationCall } from '../../contract/operation.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { AnyMove, AnyMovement, Movement } from '../moves/move.ts';
import { openProposalsRead, type ProposalBody } from './proposal.ts';
import { propose, wouldDo } from './propose.ts';

/**
 * Proposes to another operator what nobody may do alone. What could not be done now is refused at once.
 * @throws ServiceError CONFLICT where there is nothing to do, and those of the move and of `propose`
 */
export async function proposeMove<Input extends z.ZodType>(
  {
    runtime,
    input,
    actorUserId,
    execution,
    organization,
  }: OperationCall<z.output<Input>, 'corridors' | 'registration'>,
  movement: Movement<Input, AnyMove, 'corridors' | 'registration'>,
): Promise<ProposalBody> {
  const { organizationId } = organization;
  const move = movement.move(runtime, input);
  const proposalId = runtime.ids.next('prop', runtime.clock());
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: move.reads,
      lookUps: [openProposalsRead(organizationId)],
      decide: (found, draft) => {
        if (wouldDo(move, found, draft) === 'nothing') throw new ServiceError('CONFLICT', 'there is nothing to do');
        return propose(draft, { proposalId, movement: movement as AnyMovement, move, input, proposedBy: actorUserId });
      },
    },
    execution,
  );
  return replyOf(outcome).body;
}
