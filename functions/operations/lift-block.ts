import { defineOperation } from '../../shared/contract/operation.ts';
import { liftBlock } from '../../shared/operations/moves/lift-block.ts';
import { proposeMove } from '../../shared/operations/proposals/propose-move.ts';

/** This operation needs no idempotency key, because only one proposal about a recipient can be open at a time. */
export const operation = defineOperation({
  name: liftBlock.name,
  summary: 'Propose to another operator that a blocked recipient may be paid again',
  audit: 'recipient.lift_block',
  input: liftBlock.input,
  uses: ['corridors', 'registration'],
  handle: (call) => proposeMove(call, liftBlock),
});
