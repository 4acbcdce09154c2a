import type * as z from 'zod';
import type { OperationCall } from '../../contract/operation.ts';
import { identityOf, personOf } from '../../identity/operator.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { AnyMoneyMove, AnyMovement, Movement } from '../moves/move.ts';
import { countAlone, limitIn, operatorDayRef } from './operator-day.ts';
import { openProposalsRef } from './proposal.ts';
import { propose, wouldDo } from './propose.ts';

/**
 * Moves money at an operator's request, or proposes the move to another operator if it exceeds what one person may move
 * alone on a UTC day, across all organizations. An amount that is not in the settlement currency cannot be compared
 * with the limit and is always proposed. A move that is currently impossible is refused at once.
 * @returns the answer of the operation, or the proposal
 */
export async function moveMoney<Input extends z.ZodType>(
  call: OperationCall<z.output<Input>>,
  movement: Movement<Input, AnyMoneyMove>,
): Promise<object> {
  const { runtime, actorUserId, execution, organization } = call;
  const { organizationId, settlementCurrency } = organization;
  const limit = limitIn(toldLimit(runtime.secondOperatorAbove), settlementCurrency);
  const move = movement.move(runtime, call.input);
  const before = await move.doneBefore?.();
  if (before) return before;
  const operator = personOf(identityOf(actorUserId));
  const proposal = {
    proposalId: runtime.ids.next('prop', runtime.clock()),
    movement: movement as AnyMovement,
    move,
    input: call.input,
    proposedBy: actorUserId,
  };
  const lookUps = [operatorDayRef(operator, settlementCurrency), openProposalsRef(organizationId)];
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: move.reads,
      lookUps: limit === undefined ? [] : lookUps,
      decide: (found, draft) => {
        if (limit === undefined) return move.decide(found as never, draft);
        if (wouldDo(move, found, draft) === 'nothing') return undefined;
        const money = move.money(found as never);
        const isComparable = money.currency === settlementCurrency;
        const mayAlone = isComparable && countAlone(draft, operator, money, limit);
        return mayAlone ? move.decide(found as never, draft) : propose(draft, proposal);
      },
    },
    execution,
  );
  return outcome ? replyOf(outcome).body : moveMoney(call, movement);
}

/** Without a configured limit, a function moves nothing. */
function toldLimit(limit: string | undefined): string {
  if (limit === undefined) throw new Error('nobody told what one operator may move alone');
  return limit;
}
