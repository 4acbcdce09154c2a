import { type CallerCommand, type OperatorCommand, tries, waitForAWhile } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import type { World } from './engine/world.ts';

/** What callers have done with cards: an endpoint that only tests have, whose requests ask a processor. */
export const cardCommands: readonly CallerCommand[] = [
  { name: 'top up by card', weight: 7, act: (caller, dice) => topUp(caller, dice, dice.pick(amounts) ?? '') },
  { name: 'top up by card with twins', weight: 4, act: topUpWithTwins },
];

/** What happens to the card processor. */
export const cardOutages: readonly OperatorCommand[] = [
  { name: 'the card processor is out', weight: 4, act: outForAWhile },
];

/** The processor declines the last two. */
const amounts = ['1.00', '2.50', '4.00', '1.13', '2.13'];

function topUp(caller: Caller, dice: Dice, amount: string, duplicates = 0.3) {
  const isMember = dice.chance(0.15);
  const as = isMember ? dice.pick(caller.organization.people) : undefined;
  // Only a member may leave the key out.
  const key = as !== undefined && dice.chance(0.5) ? undefined : caller.newKey();
  const wanted = { as, key, body: { amount }, allowDuplicate: dice.chance(duplicates) };
  return caller.perform('topUpByCard', wanted, tries(dice));
}

/** Some wanted and some not, and one once they are done: guards are overwritten and given back. */
async function topUpWithTwins(caller: Caller, dice: Dice) {
  const amount = dice.pick(amounts) ?? '';
  await Promise.all([0.3, 0.6, 0.9].map((duplicates) => topUp(caller, dice, amount, duplicates)));
  await topUp(caller, dice, amount, 0);
}

const hourMs = 60 * 60_000;

/** For minutes, or for longer than it remembers keys. */
async function outForAWhile(world: World, director: Director, dice: Dice) {
  const { cards, stage } = world;
  cards.isDown = true;
  stage.tell('the card processor is out');
  await waitForAWhile(world, dice, 40);
  const stepMs = dice.chance(0.3) ? 9 * hourMs : hourMs / 10;
  for (let steps = 1 + dice.below(4); steps > 0; steps -= 1) {
    stage.now += stepMs;
    await director.sweep();
    await waitForAWhile(world, dice);
  }
  cards.isDown = false;
  stage.tell('the card processor is back');
}
