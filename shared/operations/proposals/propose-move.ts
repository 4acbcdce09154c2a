import type * as z from 'zod';
import type { OperationCall } from '../../contract/operation.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Capability } from '../../ports/runtime.ts';
import type { AnyMove, AnyMovement, Movement } from '../moves/move.ts';
import { openProposalsRef, type ProposalBody } from './proposal.ts';
import { propose, wouldDo } from './propose.ts';

type Proposed<Input, Used extends Capability> = Pick<
  OperationCall<Input, Used>,
  'runtime' | 'input' | 'actorUserId' | 'execution' | 'organization'
>;

/**
 * Proposes to another operator something that nobody may do alone. A move that is currently impossible is refused at
 * once.
 * @throws ServiceError CONFLICT if there is nothing to do, and the errors of the move and of `propose`
 */
export async function proposeMove<Input extends z.ZodType, Used extends Capability = never>(
  { runtime, input, actorUserId, execution, organization }: Proposed<z.output<Input>, Used>,
  movement: Movement<Input, AnyMove, Used>,
): Promise<ProposalBody> {
  const { organizationId } = organization;
  const move = movement.move(runtime, input);
  const proposalId = runtime.ids.next('prop', runtime.clock());
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: move.reads,
      lookUps: [openProposalsRef(organizationId)],
      decide: (found, draft) => {
        if (wouldDo(move, found, draft) === 'nothing') throw new ServiceError('CONFLICT', 'there is nothing to do');
        return propose(draft, {
          proposalId,
          movement: movement as unknown as AnyMovement,
          move,
          input,
          proposedBy: actorUserId,
        });
      },
    },
    execution,
  );
  return replyOf(outcome).body;
}
