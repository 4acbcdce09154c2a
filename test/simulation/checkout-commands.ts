import { buyerCommands } from './buyer-commands.ts';
import { type CallerCommand, type OperatorCommand, tries, waitForAWhile } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import { bodyOf, succeeded } from './engine/operation.ts';
import type { Organization } from './engine/scene.ts';
import type { World } from './engine/world.ts';

/** What callers sell, and what they do about what is paid. */
export const checkoutCommands: readonly CallerCommand[] = [
  { name: 'create a link', weight: 3, act: createLink },
  { name: 'publish a draft while it is changed', weight: 3, act: publishAgainstEdit },
  { name: 'change a link', weight: 1, act: changeLink },
  { name: 'end a link', weight: 1, act: endLink },
  { name: 'simulate a payment', weight: 3, act: simulate },
  { name: 'simulate payments at once', weight: 4, act: simulateAtOnce },
  { name: 'simulate while the link ends', weight: 1, act: simulateAgainstEnd },
  { name: 'refund a payment', weight: 4, act: refund },
  { name: 'refund a payment twice at once', weight: 3, act: refundAtOnce },
  { name: 'read what was paid', weight: 3, act: readPayments },
  ...buyerCommands,
];

/** What happens to the acquirer. */
export const acquirerCommands: readonly OperatorCommand[] = [
  { name: 'the acquirer is out for a while', weight: 2, act: outForAWhile },
];

/** The last two digits choose what becomes of a payment: most are just paid. */
const totals = ['10.00', '10.02', '10.04', '10.08', '10.12', '10.14', '10.16', '10.18', '10.22', '10.28'];
/** And of setting a price up. */
const badPrices = ['10.91', '10.92', '10.93'];
/** And of a refund. */
const refunds = ['1.00', '4.00', '3.81', '3.82', '3.83', '3.85', '3.86', '3.87', '3.89'];

type Link = Organization['links'][number];

function priceOf(dice: Dice) {
  const unitAmount = dice.chance(0.3) ? '10.00' : dice.pick(dice.chance(0.1) ? badPrices : totals);
  return { currency: 'USD', items: [{ name: 'A chair', quantity: 1, unitAmount }] };
}

/** Few places, so that they are asked for more than once; a deadline that passes within the story, or has passed. */
function endsOf(caller: Caller, dice: Dice) {
  return {
    ...(dice.chance(0.6) && { maxPayments: 1 + dice.below(3) }),
    ...(dice.chance(0.2) && { expiresAt: caller.inDays(dice.pick([-1, 10 / 86_400, 60 / 86_400, 20]) ?? 0) }),
  };
}

async function createLink(caller: Caller, dice: Dice, publish = dice.chance(0.8)): Promise<Link | undefined> {
  const body = { ...priceOf(dice), ...endsOf(caller, dice), publish };
  const answer = await caller.perform('createLink', { body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { linkId, shareUrl } = bodyOf(answer);
  caller.organization.links.push({ linkId, shareUrl });
  return { linkId, shareUrl };
}

/** The last ones are still under way. */
async function someLink(caller: Caller, dice: Dice): Promise<Link | undefined> {
  return dice.pick(caller.organization.links.slice(-3)) ?? createLink(caller, dice, true);
}

function publish(caller: Caller, dice: Dice, { linkId }: Link) {
  return caller.perform('publishLink', { path: { linkId }, key: caller.newKey() }, tries(dice));
}

function change(caller: Caller, dice: Dice, { linkId }: Link) {
  const bodies = [
    priceOf(dice),
    { maxPayments: dice.pick([1, 2, null]) },
    { expiresAt: dice.pick([null, caller.inDays(30 / 86_400), caller.inDays(1)]) },
  ];
  const wanted = { path: { linkId }, body: dice.pick(bodies), key: caller.newKey() };
  return caller.perform('updateLink', wanted, tries(dice));
}

function remove(caller: Caller, dice: Dice, { linkId }: Link) {
  return caller.perform('deleteLink', { path: { linkId }, key: caller.newKey() }, tries(dice));
}

async function publishAgainstEdit(caller: Caller, dice: Dice) {
  const link = await createLink(caller, dice, false);
  if (!link) return;
  const others = [change, change, remove, publish];
  const other = dice.pick(others) ?? change;
  await Promise.all([publish(caller, dice, link), other(caller, dice, link)]);
  if (dice.chance(0.5)) await publish(caller, dice, link);
}

async function changeLink(caller: Caller, dice: Dice) {
  const link = await someLink(caller, dice);
  if (link) await change(caller, dice, link);
}

async function endLink(caller: Caller, dice: Dice) {
  const link = await someLink(caller, dice);
  if (link) await end(caller, dice, link);
}

/** By a pause or by a deadline. */
function end(caller: Caller, dice: Dice, { linkId }: Link) {
  const path = { linkId };
  const key = caller.newKey();
  if (dice.chance(0.7)) return caller.perform('pauseLink', { path, key }, tries(dice));
  return caller.perform('updateLink', { path, key, body: { expiresAt: caller.inDays(1 / 86_400) } }, tries(dice));
}

async function simulate(caller: Caller, dice: Dice) {
  const link = await someLink(caller, dice);
  if (link) await pay(caller, dice, link, referenceOf(dice));
}

/** Few, so that they are used again. */
function referenceOf(dice: Dice): string | undefined {
  return dice.chance(0.6) ? `order-${dice.below(3)}` : undefined;
}

async function pay(caller: Caller, dice: Dice, { linkId }: Link, reference: string | undefined) {
  const wanted = { path: { linkId }, body: { ...(reference && { reference }) }, key: caller.newKey() };
  const answer = await caller.perform('simulateCheckoutPayment', wanted, tries(dice));
  if (succeeded(answer)) caller.organization.paymentIds.push(bodyOf(answer).id);
}

/** Under one reference, or each for itself: so many that places run out. */
async function simulateAtOnce(caller: Caller, dice: Dice) {
  const link = await someLink(caller, dice);
  if (!link) return;
  const shared = dice.chance(0.5) ? `at-once-${dice.below(2)}` : undefined;
  await Promise.all([1, 2, 3].map(() => pay(caller, dice, link, shared ?? referenceOf(dice))));
}

async function simulateAgainstEnd(caller: Caller, dice: Dice) {
  const link = await someLink(caller, dice);
  if (link) await Promise.all([pay(caller, dice, link, undefined), end(caller, dice, link)]);
}

async function somePayment(caller: Caller, dice: Dice): Promise<string | undefined> {
  if (caller.organization.paymentIds.length === 0) await simulate(caller, dice);
  return dice.pick(caller.organization.paymentIds.slice(-4));
}

/** In part or all of it, and sometimes twice on purpose. */
function giveBack(caller: Caller, dice: Dice, paymentId: string) {
  const body = dice.chance(0.3) ? {} : { amount: dice.pick(refunds), reason: 'requested_by_customer' };
  const wanted = { path: { paymentId }, body, key: caller.newKey(), allowDuplicate: dice.chance(0.4) };
  return caller.perform('refundCheckoutPayment', wanted, tries(dice));
}

async function refund(caller: Caller, dice: Dice) {
  const paymentId = await somePayment(caller, dice);
  if (paymentId) await giveBack(caller, dice, paymentId);
}

async function refundAtOnce(caller: Caller, dice: Dice) {
  const paymentId = await somePayment(caller, dice);
  if (paymentId) await Promise.all([1, 2].map(() => giveBack(caller, dice, paymentId)));
}

async function readPayments(caller: Caller, dice: Dice) {
  const link = await someLink(caller, dice);
  const paymentId = dice.pick(caller.organization.paymentIds);
  if (paymentId) await caller.perform('getCheckoutPayment', { path: { paymentId } });
  if (!link) return;
  await caller.perform('getLink', { path: { linkId: link.linkId } });
  const query = { limit: dice.pick(['1', '20']) ?? '' };
  const answer = await caller.perform('listCheckoutPayments', { path: { linkId: link.linkId }, query });
  // Of what buyers paid nobody else tells their ids.
  const shown = succeeded(answer) ? bodyOf(answer).data.map(({ id }: { id: string }) => id) : [];
  const { paymentIds } = caller.organization;
  paymentIds.push(...shown.filter((id: string) => !paymentIds.includes(id)));
}

const minuteMs = 60_000;

async function outForAWhile(world: World, director: Director, dice: Dice) {
  const { acquirer, stage } = world;
  acquirer.isDown = true;
  stage.tell('the acquirer is out');
  await waitForAWhile(world, dice, 40);
  for (let steps = dice.below(3); steps > 0; steps -= 1) {
    stage.now += dice.chance(0.2) ? 60 * minuteMs : 6 * minuteMs;
    await director.sweep();
    await waitForAWhile(world, dice);
  }
  acquirer.isDown = false;
  stage.tell('the acquirer is back');
}
