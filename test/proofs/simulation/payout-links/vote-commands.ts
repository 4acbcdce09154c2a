import { changeOrganization } from '../change-organization.ts';
import { type OperatorCommand, waitForAWhile } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import type { Director } from '../engine/director.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import { comeBack, finish, price } from './claim-commands.ts';
import { cancel, makeSmall } from './link-commands.ts';

export const claimVotes: readonly OperatorCommand[] = [
  { name: 'a payee claims above a threshold that was set since', weight: 10, act: claimUnderTighterPolicy },
];

/** Below the amount of every link. */
const lowThreshold = 1_00n;

/** People are asked to vote on what was typed; some come back before they have, some with other details. */
async function claimUnderTighterPolicy(world: World, director: Director, dice: Dice): Promise<void> {
  const caller = dice.pick(world.callers.filter(({ organization }) => organization.policy.approvals));
  const { approvals } = caller?.organization.policy ?? {};
  if (!caller || !approvals) return;
  const { organization } = caller;
  const priced = await price(caller, dice, await makeSmall(caller, dice));
  if (!priced) return;
  await changeOrganization(world, organization, { approvals: { ...approvals, threshold: lowThreshold } });
  await finish(dice, priced);
  await voteOnClaim(caller, dice, priced.link.payoutLinkId);
  await waitForAWhile(world, dice, 8);
  if (dice.chance(0.1)) await cancel(caller, dice, priced.link);
  if (dice.chance(0.8)) await director.sweep();
  await finish(dice, priced);
  if (dice.chance(0.5)) await comeBack(caller, dice);
  await changeOrganization(world, organization, { approvals });
}

/** Somebody who has a vote, somebody who has none, or nobody. */
async function voteOnClaim(caller: Caller, dice: Dice, payoutLinkId: string): Promise<void> {
  const read = await caller.perform('getPayoutLink', { path: { payoutLinkId } });
  const { approvalId } = succeeded(read) ? bodyOf(read) : {};
  if (!approvalId) return;
  caller.organization.approvalIds.push(approvalId);
  const operation = dice.chance(0.85) ? 'approveApproval' : 'rejectApproval';
  for (const as of caller.organization.people) {
    if (dice.chance(0.2)) continue;
    await caller.perform(operation, { as, path: { approvalId }, key: caller.newKey() });
  }
}
