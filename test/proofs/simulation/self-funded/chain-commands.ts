import { endOfSending } from '../../../../shared/payouts/funding/watch.ts';
import { type OperatorCommand, waitForAWhile } from '../command.ts';
import type { Dice } from '../engine/dice.ts';
import type { Director } from '../engine/director.ts';
import { Operator } from '../engine/operator.ts';
import type { World } from '../engine/world.ts';
import { awaiting } from './awaiting.ts';

/** What happens to the chain that payouts are funded on, and to its token. */
export const chainCommands: readonly OperatorCommand[] = [
  { name: 'blocks become final', weight: 10, act: makeFinal },
  { name: 'prices end', weight: 4, act: endPrices },
  { name: 'the nodes of deposits are out for a while', weight: 3, act: outForAWhile },
  { name: 'a block is reorganized', weight: 3, act: ({ deposits }, _director, dice) => reorganize(deposits, dice) },
  { name: 'nodes leave a transaction out of their lists', weight: 3, act: leaveOut },
  { name: 'pause a token for a while', weight: 5, act: pauseForAWhile },
  { name: 'the price of a token falls for a while', weight: 4, act: fallForAWhile },
  { name: 'allow funding beyond the limit', weight: 4, act: (world, _director, dice) => allowFunding(world, dice) },
  { name: 'thirty days pass', weight: 1, act: passThirtyDays },
  { name: 'thirty days end while a transaction is confirmed', weight: 2, act: endWhileConfirming },
];

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;
const token = 'USDC';

async function makeFinal(world: World, director: Director, dice: Dice): Promise<void> {
  world.stage.now += 16 * secondMs;
  await director.sweep();
  await waitForAWhile(world, dice);
}

/** The first price of a payout holds for half an hour, a funding quote for ten minutes. */
async function endPrices(world: World, director: Director, dice: Dice): Promise<void> {
  world.stage.now += (dice.pick([11, 31]) ?? 0) * minuteMs;
  await director.sweep();
  await waitForAWhile(world, dice);
}

async function outForAWhile(world: World, director: Director, dice: Dice): Promise<void> {
  const { deposits, stage } = world;
  deposits.isDown = true;
  stage.tell('the nodes of deposits are out');
  await waitForAWhile(world, dice, 40);
  stage.now += (dice.pick([6, 60]) ?? 0) * minuteMs;
  await director.sweep();
  await waitForAWhile(world, dice);
  deposits.isDown = false;
  stage.tell('the nodes of deposits are back');
}

function reorganize(deposits: World['deposits'], dice: Dice): void {
  deposits.reorganize(dice.chance(0.5));
}

function leaveOut({ deposits, stage }: World, _director: Director, dice: Dice): void {
  const { hash } = dice.pick(deposits.sent.slice(-2)) ?? {};
  if (hash === undefined) return;
  deposits.played.leaveOut(hash);
  stage.tell(`nodes no longer list ${hash}`);
}

function about({ deposits }: World, reason: string) {
  return { connectionId: deposits.played.connectionId, reason };
}

async function pauseForAWhile(world: World, director: Director, dice: Dice): Promise<void> {
  const operator = new Operator(world, 'ada');
  await operator.changeConnection({
    do: 'pause-token',
    token,
    ...about(world, 'the issuer has said that it is hacked'),
  });
  await waitForAWhile(world, dice, 60);
  if (dice.chance(0.5)) await endPrices(world, director, dice);
  await resumeToken(world);
}

/** The feed says so, or is older than it may be. */
async function fallForAWhile(world: World, director: Director, dice: Dice): Promise<void> {
  const { deposits, stage } = world;
  deposits.played.fault = dice.pick(['the price feed says 0.98 dollars', 'the price feed is 26 hours old']);
  stage.tell(deposits.played.fault ?? '');
  await waitForAWhile(world, dice, 40);
  await makeFinal(world, director, dice);
  deposits.played.fault = undefined;
  stage.tell('the price feed says a dollar');
  await resumeToken(world);
}

/** Two operators have looked. */
export function resumeToken(world: World): Promise<void> {
  return new Operator(world, 'ada').changeConnection({ do: 'resume-token', token, ...about(world, 'it is a dollar') });
}

export function allowFunding(world: World, dice: Dice, dollars = dice.pick([5, 30, 100]) ?? 0): Promise<void> {
  const change = { do: 'allow-funding', dollars, ...about(world, 'looked at in an explorer') };
  return new Operator(world, 'ada').changeConnection(change);
}

/** Past the end of every payout that awaits its money, or just before it, so that money comes at the last moment. */
async function passThirtyDays(world: World, director: Director, dice: Dice): Promise<void> {
  world.stage.now += 30 * dayMs + (dice.pick([-minuteMs, 30 * minuteMs, 61 * minuteMs]) ?? 0);
  world.stage.tell('thirty days pass');
  await director.sweep();
  await waitForAWhile(world, dice);
}

/** Half a minute before the end somebody sends all of it, and confirms it while the end passes. */
async function endWhileConfirming(world: World, director: Director, dice: Dice): Promise<void> {
  const { stage, deposits, callers } = world;
  const payout = dice.pick(awaiting(world));
  const caller = callers.find(({ organization }) => organization.organizationId === payout?.organizationId);
  if (!payout || !caller) return;
  const { payoutId, acceptedAt = 0, funding } = payout;
  stage.now = Math.max(stage.now, endOfSending(acceptedAt) - 30 * secondMs);
  const transactionHash = deposits.send([{ payoutId, amount: funding.amount }]);
  const wanted = { path: { payoutId }, body: { transactionHash }, key: caller.newKey() };
  await Promise.all([
    caller.perform('confirmPayoutFunding', wanted, 2),
    waitForAWhile(world, dice).then(() => {
      stage.now += (dice.pick([1, 61]) ?? 0) * minuteMs;
      return director.sweep();
    }),
  ]);
}
