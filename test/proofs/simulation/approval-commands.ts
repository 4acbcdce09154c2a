import { tries } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';

/** Somebody votes on any approval, an ended one and their own included; sometimes two at once, against each other even. */
export async function vote(caller: Caller, dice: Dice) {
  const { approvalIds, people } = caller.organization;
  // The last ones are still open.
  const approvalId = dice.pick(approvalIds.slice(-3));
  if (!approvalId) return;
  const voices = Array.from({ length: dice.chance(0.5) ? 2 : 1 }, () => ({
    as: dice.pick(people) ?? '',
    operation: dice.chance(0.85) ? 'approveApproval' : 'rejectApproval',
    attempts: tries(dice),
  }));
  await Promise.all(
    voices.map(({ as, operation, attempts }) =>
      caller.perform(operation, { as, path: { approvalId }, key: caller.newKey() }, attempts),
    ),
  );
}

export function listApprovals(caller: Caller, dice: Dice) {
  const as = dice.chance(0.5) ? dice.pick(caller.organization.people) : undefined;
  return caller.perform('listApprovals', { as, query: { limit: '10' } });
}
