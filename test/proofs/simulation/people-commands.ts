import { registerAccount } from './checkout/account-commands.ts';
import { type CallerCommand, tries } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import { bodyOf, succeeded } from './engine/operation.ts';
import { emailOf, owners, people, thief } from './engine/people.ts';

/** What honest people do about their team and their rules. */
export const peopleCommands: readonly CallerCommand[] = [
  { name: 'change the policy', weight: 4, act: (caller, dice) => changePolicy(caller, dice) },
  { name: 'invite somebody', weight: 2, act: inviteSomebody },
  { name: 'change a role', weight: 1, act: changeRole },
  { name: 'remove a member', weight: 1, act: removeMember },
  { name: 'ask for something and leave', weight: 2, act: askAndLeave },
];

/** Who may join. */
const newcomers = ['lea', 'max'] as const;

async function changePolicy(caller: Caller, dice: Dice, as: string | undefined = dice.pick(owners)) {
  const rules = {
    threshold: dice.pick(['4.00', '8.00', '20.00', null]),
    dailyThreshold: dice.pick(['25.00', '70.00', null]),
    quorum: 1 + dice.below(2),
    approvers: [...caller.organization.people, thief].filter(() => dice.chance(0.8)),
  };
  const approvals = dice.chance(0.1) ? null : rules;
  const body = dice.chance(0.7) ? { approvals } : { limits: { daily: dice.pick(['60.00', '120.00', null]) } };
  const wanted = { as, body, key: caller.newKey() };
  const answer = await caller.perform('changePolicy', wanted, tries(dice));
  if (!succeeded(answer)) return;
  const { approvalId } = bodyOf(answer);
  if (approvalId) caller.organization.approvalIds.push(approvalId);
}

async function inviteSomebody(caller: Caller, dice: Dice) {
  const userId = dice.pick(newcomers) ?? '';
  const role = dice.pick(['operator', 'admin', 'owner']) ?? '';
  if (await invite(caller, { as: dice.pick(owners), userId, role }, dice)) caller.organization.people.push(userId);
}

interface Invited {
  /** Who invites. */
  readonly as: string | undefined;
  readonly userId: string;
  readonly role: string;
}

/** Invites somebody, who joins at once. @returns whether they have */
export async function invite(caller: Caller, { as, userId, role }: Invited, dice: Dice): Promise<boolean> {
  const wanted = { as, body: { email: emailOf(userId), role }, key: caller.newKey() };
  const invitation = await caller.perform('inviteMember', wanted, tries(dice));
  if (!succeeded(invitation)) return false;
  const { token } = bodyOf(invitation);
  const joining = { as: userId, body: { token }, key: caller.newKey() };
  return succeeded(await caller.perform('joinOrganization', joining, tries(dice)));
}

function changeRole(caller: Caller, dice: Dice) {
  const role = dice.pick(['operator', 'viewer', 'admin']);
  return caller.perform('changeMember', { ...ofSomebodyElse(dice), body: { role }, key: caller.newKey() }, tries(dice));
}

function removeMember(caller: Caller, dice: Dice) {
  const query = removalQuery(dice);
  return caller.perform('removeMember', { ...ofSomebodyElse(dice), query, key: caller.newKey() }, tries(dice));
}

/** A new owner asks for what others have to agree to, and is no owner any more before or while they do. Some come back. */
async function askAndLeave(caller: Caller, dice: Dice) {
  const userId = dice.pick(newcomers) ?? '';
  const invited = { as: dice.pick(owners), userId, role: 'owner' };
  if (!(await invite(caller, invited, dice))) return;
  if (dice.chance(0.5)) await changePolicy(caller, dice, userId);
  else await registerAccount(caller, dice, { as: userId });
  const named = { as: dice.pick(owners), path: { userId }, key: caller.newKey() };
  if (dice.chance(0.4)) {
    await caller.perform('changeMember', { ...named, body: { role: dice.pick(['admin', 'viewer']) } }, tries(dice));
    return;
  }
  await caller.perform('removeMember', { ...named, query: { keys: 'revoke' } }, tries(dice));
  if (dice.chance(0.5)) await invite(caller, { ...invited, as: dice.pick(owners) }, dice);
}

/** What becomes of their keys, and of the open payout links that they made; sometimes it is not said. */
export function removalQuery(dice: Dice): Readonly<Record<string, string>> {
  const keys = dice.pick(['revoke', 'keep', undefined]);
  return { ...(keys && { keys }), ...linksQuery(dice) };
}

export function linksQuery(dice: Dice): { readonly links?: 'keep' } {
  return dice.chance(0.3) ? { links: 'keep' } : {};
}

/** The owners of the beginning stay: somebody must be left to vote. */
function ofSomebodyElse(dice: Dice) {
  const others = [...people, ...newcomers].filter((userId) => !owners.some((owner) => owner === userId));
  return { as: dice.pick(owners), path: { userId: dice.pick(others) ?? '' } };
}
