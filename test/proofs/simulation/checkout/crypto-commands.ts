import { openMs } from '../../../../shared/checkout/methods/crypto/payments/reserved-amount.ts';
import { type CallerCommand, type OperatorCommand, tries, waitForAWhile } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import type { Director } from '../engine/director.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import { owners } from '../engine/people.ts';
import type { Organization } from '../engine/scene.ts';
import type { World } from '../engine/world.ts';
import { registerAccount, remove } from './account-commands.ts';
import { createLink, type Link } from './links.ts';

/** What buyers pay by crypto, and what people make of what comes unasked. */
export const cryptoCommands: readonly CallerCommand[] = [
  { name: 'a buyer pays by crypto', weight: 8, act: payByCrypto },
  { name: 'a buyer pays by crypto while the account is removed', weight: 1, act: payAgainstRemoval },
  { name: 'a buyer comes back to a payment by crypto', weight: 6, act: comeBack },
  { name: 'tokens come in', weight: 6, act: tokensComeIn },
  { name: 'assign receipts', weight: 7, act: assignReceipts },
];

/** What happens to the chain. */
export const chainCommands: readonly OperatorCommand[] = [
  { name: 'the chain is out for a while', weight: 2, act: outForAWhile },
  { name: 'blocks are mined', weight: 4, act: mine },
];

/** A block, those that make it final, and a look of the worker's. */
const untilFinalMs = 18_000;

type Attempt = Organization['cryptoAttempts'][number];

async function someCryptoLink(caller: Caller, dice: Dice): Promise<Link | undefined> {
  const { links, accounts } = caller.organization;
  const known = links.filter(({ kinds }) => kinds.includes('crypto'));
  if (known.length > 0 && dice.chance(0.7)) return dice.pick(known.slice(-3));
  const account = dice.pick(accounts.filter(({ kind }) => kind === 'crypto').slice(-2));
  const { accountId } = account ?? (await registerAccount(caller, dice, { kind: 'crypto' })) ?? {};
  if (accountId === undefined) return undefined;
  return createLink(caller, dice, dice.chance(0.9), [{ kind: 'crypto', accountId }]);
}

async function payByCrypto(caller: Caller, dice: Dice): Promise<Attempt | undefined> {
  const link = await someCryptoLink(caller, dice);
  const [attempt] = link ? await open(caller, dice, link) : [];
  if (attempt && dice.chance(0.7)) await send(caller, dice, attempt);
  return attempt;
}

/** In one or two tabs, and sometimes again. @returns what the buyer was asked to send */
async function open(caller: Caller, dice: Dice, link: Link): Promise<Attempt[]> {
  const buyer = dice.bytes(16).toString('hex');
  const tabs = dice.chance(0.4) ? 2 : 1;
  const shown = await Promise.all(Array.from({ length: tabs }, () => caller.openCrypto(link, buyer)));
  if (dice.chance(0.3)) shown.push(await caller.openCrypto(link, buyer));
  return remember(caller, shown, { link, buyer });
}

function remember(
  { organization }: Caller,
  shown: Awaited<ReturnType<Caller['openCrypto']>>[],
  by: Pick<Attempt, 'link' | 'buyer'>,
): Attempt[] {
  const attempts = shown.flatMap((attempt) => (attempt ? [{ ...attempt, ...by }] : []));
  organization.cryptoAttempts.push(...attempts);
  return attempts;
}

/** Looks at what came before an owner gives a transfer up. */
const mostLooks = 4;

interface FoundReceipt {
  readonly id: string;
  readonly hash: string;
}

/** An owner looks until the worker has read a transfer, and it is no attempt's. */
async function receiptOf(caller: Caller, dice: Dice, hash: string): Promise<FoundReceipt | undefined> {
  const query = { limit: '50', status: 'unmatched' };
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await caller.wait(untilFinalMs + dice.below(untilFinalMs));
    const answer = await caller.perform('listReceipts', { as: dice.pick(owners), query }, tries(dice));
    const receipts: FoundReceipt[] = succeeded(answer) ? bodyOf(answer).data : [];
    const receipt = receipts.find((one) => one.hash === hash);
    if (receipt) return receipt;
  }
  return undefined;
}

/** What is more than a cent, and much less than was asked for, is never another attempt's exact amount. */
async function sendPart(caller: Caller, dice: Dice, { amount, paymentId, ...to }: Attempt): Promise<void> {
  const { hash } = caller.chain.send(to, amount / BigInt(2 + dice.below(3)));
  const receipt = await receiptOf(caller, dice, hash);
  if (!receipt) return;
  const wanted = { as: dice.pick(owners), path: { receiptId: receipt.id }, body: { paymentId }, key: caller.newKey() };
  await caller.perform('assignReceipt', wanted, tries(dice));
}

/** Most of them have sent nothing, so that what they send next makes their payments short. */
async function someBuyer(caller: Caller, dice: Dice): Promise<Attempt | undefined> {
  const known = dice.pick(caller.organization.cryptoAttempts.slice(-4));
  if (known && dice.chance(0.3)) return known;
  const link = await someCryptoLink(caller, dice);
  const [begun] = link ? await open(caller, dice, link) : [];
  return begun ?? known;
}

/** For the rest, in one or two tabs and from old pages, or for another payment beside it, while the first amount may come in. */
async function comeBack(caller: Caller, dice: Dice): Promise<void> {
  const last = await someBuyer(caller, dice);
  if (!last) return;
  const { link, buyer } = last;
  if (dice.chance(0.8)) await sendPart(caller, dice, last);
  // The page that the buyer has had all along, or a new one.
  const press = () =>
    caller.openCrypto(link, buyer, {
      another: dice.chance(0.25),
      ...(dice.chance(0.25) && { seenAt: last.until - openMs }),
    });
  const [shown] = await Promise.all([
    Promise.all(dice.chance(0.4) ? [press(), press()] : [press()]),
    dice.chance(0.3) && send(caller, dice, last),
  ]);
  for (const attempt of remember(caller, shown, { link, buyer }))
    if (dice.chance(0.6)) await send(caller, dice, attempt);
}

async function payAgainstRemoval(caller: Caller, dice: Dice) {
  const link = await someCryptoLink(caller, dice);
  const account = dice.pick(caller.organization.accounts.slice(-2));
  if (link && account) await Promise.all([open(caller, dice, link), remove(caller, dice, account)]);
}

/** Exactly, twice, a little wrong, without what tells it from others, short of it, and next to nothing. */
async function send(caller: Caller, dice: Dice, { amount, ...to }: Attempt): Promise<void> {
  const cents = amount - (amount % 10_000n);
  const amounts = [[amount], [amount], [amount], [amount, amount], [amount + 1n], [amount - 1n], [cents], [9_999n]];
  if (dice.chance(0.3)) amounts.push([amount / 2n], [amount - 20_000n], [amount / 2n, amount]);
  // A link may be of a cent.
  for (const one of dice.pick(amounts) ?? []) if (one > 0n) caller.chain.send(to, one);
  if (dice.chance(0.6)) await caller.wait(untilFinalMs);
}

/** Also for attempts that are paid, or over. */
async function tokensComeIn(caller: Caller, dice: Dice) {
  const attempt = dice.pick(caller.organization.cryptoAttempts.slice(-4)) ?? (await payByCrypto(caller, dice));
  if (attempt) await send(caller, dice, attempt);
}

async function someReceipt(caller: Caller, dice: Dice): Promise<{ readonly id: string } | undefined> {
  const query = { limit: dice.pick(['2', '50']) ?? '' };
  const answer = await caller.perform('listReceipts', { as: dice.pick(owners), query });
  return dice.pick(succeeded(answer) ? bodyOf(answer).data : []);
}

/** Each to one payment, twice at once, or to two. */
async function assignReceipts(caller: Caller, dice: Dice) {
  const { cryptoAttempts } = caller.organization;
  const as = dice.pick(owners);
  const receipt =
    (await someReceipt(caller, dice)) ?? (await tokensComeIn(caller, dice).then(() => someReceipt(caller, dice)));
  const payments = [0, 1].flatMap(() => dice.pick(cryptoAttempts.slice(-4))?.paymentId ?? []);
  if (!receipt) return;
  const times = dice.chance(0.5) ? payments : payments.slice(0, 1);
  const paths = dice.chance(0.3) ? [...times, ...times] : times;
  await Promise.all(
    paths.map((paymentId) => {
      const wanted = { as, path: { receiptId: receipt.id }, body: { paymentId }, key: caller.newKey() };
      return caller.perform('assignReceipt', wanted, tries(dice));
    }),
  );
  const short = dice.pick(payments);
  if (short && dice.chance(0.3)) {
    await caller.perform('acceptCheckoutPayment', { as, path: { paymentId: short }, key: caller.newKey() });
  }
}

const minuteMs = 60_000;

async function outForAWhile(world: World, director: Director, dice: Dice) {
  const { chain, stage } = world;
  chain.isDown = true;
  stage.tell('the chain is out');
  await waitForAWhile(world, dice, 40);
  for (let steps = dice.below(3); steps > 0; steps -= 1) {
    stage.now += dice.chance(0.2) ? 60 * minuteMs : 6 * minuteMs;
    await director.sweep();
    await waitForAWhile(world, dice);
  }
  chain.isDown = false;
  stage.tell('the chain is back');
}

/** Enough for what was sent to be final. */
async function mine(world: World, director: Director, dice: Dice) {
  world.stage.now += 16_000;
  await director.sweep();
  await waitForAWhile(world, dice);
}
