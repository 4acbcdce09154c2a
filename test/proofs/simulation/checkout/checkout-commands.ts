import { type CallerCommand, type OperatorCommand, tries, waitForAWhile } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import type { Director } from '../engine/director.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import { accountCommands } from './account-commands.ts';
import { bankCommands } from './bank-commands.ts';
import { buyerCommands } from './buyer-commands.ts';
import { cryptoCommands } from './crypto-commands.ts';
import { createLink, createProduct, type Link, priceOf, someLink } from './links.ts';

/** What callers sell, and what they do about what is paid. */
export const checkoutCommands: readonly CallerCommand[] = [
  { name: 'change the price of a product', weight: 1, act: changeProduct },
  { name: 'create a link', weight: 3, act: (caller, dice) => createLink(caller, dice) },
  { name: 'publish a draft while it is changed', weight: 3, act: publishAgainstEdit },
  { name: 'change a link', weight: 1, act: changeLink },
  { name: 'end a link', weight: 1, act: endLink },
  { name: 'simulate a payment', weight: 3, act: simulate },
  { name: 'simulate payments at once', weight: 4, act: simulateAtOnce },
  { name: 'simulate while the link ends', weight: 1, act: simulateAgainstEnd },
  { name: 'a buyer pays while the link ends', weight: 3, act: buyAgainstEnd },
  { name: 'refund a payment', weight: 4, act: refund },
  { name: 'refund a payment twice at once', weight: 3, act: refundAtOnce },
  { name: 'read what was paid', weight: 3, act: readPayments },
  ...buyerCommands,
  ...accountCommands,
  ...bankCommands,
  ...cryptoCommands,
];

/** What happens to the acquirer. */
export const acquirerCommands: readonly OperatorCommand[] = [
  { name: 'the acquirer is out for a while', weight: 2, act: outForAWhile },
];

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

async function changeProduct(caller: Caller, dice: Dice) {
  const productId = dice.pick(caller.organization.productIds) ?? (await createProduct(caller, dice));
  if (!productId) return;
  const body = { unitAmount: dice.pick(['2', '5', '11']), taxRate: dice.pick(['7', null]) };
  await caller.perform('updateProduct', { path: { productId }, body, key: caller.newKey() }, tries(dice));
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
  if (succeeded(answer)) remember(caller, dice, [bodyOf(answer)]);
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

/** A link of its own, because it ends. The card page is left open: whoever comes back later finds it. */
async function buyAgainstEnd(caller: Caller, dice: Dice) {
  const link = await createLink(caller, dice, true);
  if (!link) return;
  const buyer = caller.buyer(dice.bytes(16).toString('hex'));
  const [cardPage] = await Promise.all([buyer.payByCard(link.shareUrl), end(caller, dice, link)]);
  if (cardPage) caller.organization.open.push({ buyer, cardPage });
}

type Payment = Caller['organization']['payments'][number];

async function somePayment(caller: Caller, dice: Dice): Promise<Payment | undefined> {
  if (caller.organization.payments.length === 0) await simulate(caller, dice);
  return dice.pick(caller.organization.payments.slice(-4));
}

/** All of it or any part, of which some clash, and sometimes twice on purpose. */
function giveBack(caller: Caller, dice: Dice, { id, amountBase, decimals }: Payment) {
  const parts = [Math.ceil(amountBase / 4), Math.ceil(amountBase / 2), amountBase, 1 + dice.below(amountBase)];
  const amount = ((dice.pick(parts) ?? 1) / 10 ** decimals).toFixed(decimals);
  const body = dice.chance(0.3) ? {} : { amount, reason: 'requested_by_customer' };
  const wanted = { path: { paymentId: id }, body, key: caller.newKey(), allowDuplicate: dice.chance(0.4) };
  return caller.perform('refundCheckoutPayment', wanted, tries(dice));
}

async function refund(caller: Caller, dice: Dice) {
  const payment = await somePayment(caller, dice);
  if (payment) await giveBack(caller, dice, payment);
}

async function refundAtOnce(caller: Caller, dice: Dice) {
  const payment = await somePayment(caller, dice);
  if (payment) await Promise.all([1, 2].map(() => giveBack(caller, dice, payment)));
}

async function readPayments(caller: Caller, dice: Dice) {
  const link = await someLink(caller, dice);
  const payment = dice.pick(caller.organization.payments);
  if (payment) await caller.perform('getCheckoutPayment', { path: { paymentId: payment.id } });
  if (!link) return;
  await caller.perform('getLink', { path: { linkId: link.linkId } });
  const query = { limit: dice.pick(['1', '20']) ?? '' };
  const answer = await caller.perform('listCheckoutPayments', { path: { linkId: link.linkId }, query });
  // Of what buyers paid nobody else tells their ids.
  remember(caller, dice, succeeded(answer) ? bodyOf(answer).data : []);
}

interface Shown extends Payment {
  readonly method: { readonly kind: string };
}

/** Few that were not paid by card: they cannot be refunded. */
function remember({ organization: { payments } }: Caller, dice: Dice, shown: readonly Shown[]): void {
  const wanted = shown.filter(({ method }) => method.kind === 'card' || dice.chance(0.2));
  payments.push(...wanted.filter(({ id }) => !payments.some((one) => one.id === id)));
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
