import { type CallerCommand, tries } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import { owners } from '../engine/people.ts';
import type { Organization } from '../engine/scene.ts';
import { registerAccount, remove } from './account-commands.ts';
import { createLink, type Link } from './links.ts';

/** What buyers pay by bank, what the bank tells the operators, and what people make of it. */
export const bankCommands: readonly CallerCommand[] = [
  { name: 'a buyer pays by bank', weight: 5, act: payByBank },
  { name: 'a buyer pays by bank while the account is removed', weight: 1, act: payAgainstRemoval },
  { name: 'a buyer comes back to a bank transfer', weight: 3, act: comeBackToTransfer },
  { name: 'transfers come in', weight: 5, act: (caller, dice) => transfersComeIn(caller, dice) },
  { name: 'transfers come in while they are accepted', weight: 3, act: transfersAgainstAcceptance },
  { name: 'accept short money', weight: 1, act: (caller, dice) => accept(caller, dice) },
];

type Account = Organization['accounts'][number];
type Awaited = Organization['awaited'][number];

async function someAccount(caller: Caller, dice: Dice): Promise<Account | undefined> {
  const known = dice.pick(caller.organization.accounts.filter(({ kind }) => kind === 'bank').slice(-2));
  return known ?? registerAccount(caller, dice, { kind: 'bank' });
}

/** A link that is paid by bank, by cards as well or not. */
async function someBankLink(caller: Caller, dice: Dice): Promise<Link | undefined> {
  const known = caller.organization.links.filter(({ kinds }) => kinds.includes('bank'));
  if (known.length > 0 && dice.chance(0.7)) return dice.pick(known.slice(-3));
  const account = await someAccount(caller, dice);
  if (!account) return undefined;
  const bank = { kind: 'bank', accountId: account.accountId } as const;
  return createLink(caller, dice, dice.chance(0.9), dice.chance(0.5) ? [{ kind: 'card' }, bank] : [bank]);
}

/** @returns what one buyer was told, if anything */
async function payByBank(caller: Caller, dice: Dice): Promise<Awaited | undefined> {
  const link = await someBankLink(caller, dice);
  const [awaited] = link ? await open(caller, dice, link) : [];
  if (awaited && dice.chance(0.5)) await transfersComeIn(caller, dice, awaited);
  return awaited;
}

/** In one or two tabs, and sometimes again. @returns what the buyer was told to write on the transfer */
async function open(caller: Caller, dice: Dice, { shareUrl, total }: Link): Promise<Awaited[]> {
  const buyer = caller.buyer(dice.bytes(16).toString('hex'));
  const tabs = dice.chance(0.4) ? 2 : 1;
  const told = await Promise.all(Array.from({ length: tabs }, () => buyer.payByBank(shareUrl)));
  if (dice.chance(0.3)) told.push(await buyer.payByBank(shareUrl));
  return remember(caller, told, { total, buyer, shareUrl });
}

function remember(
  { organization }: Caller,
  told: readonly (string | undefined)[],
  of: Omit<Awaited, 'reference'>,
): Awaited[] {
  const known = new Set(organization.awaited.map(({ reference }) => reference));
  const awaited = [...new Set(told)].flatMap((reference) => (reference ? [{ ...of, reference }] : []));
  organization.awaited.push(...awaited.filter(({ reference }) => !known.has(reference)));
  return awaited;
}

/** For the rest, or for another payment beside it, while more may come in. */
async function comeBackToTransfer(caller: Caller, dice: Dice) {
  const awaited = dice.pick(caller.organization.awaited.slice(-4));
  if (!awaited) return payByBank(caller, dice);
  const { buyer, shareUrl } = awaited;
  const press = () => buyer.payByBank(shareUrl, dice.chance(0.3));
  const [told] = await Promise.all([
    Promise.all(dice.chance(0.4) ? [press(), press()] : [press()]),
    dice.chance(0.5) && transfersComeIn(caller, dice, awaited),
  ]);
  return remember(caller, told, awaited);
}

async function payAgainstRemoval(caller: Caller, dice: Dice) {
  const link = await someBankLink(caller, dice);
  const account = dice.pick(caller.organization.accounts.slice(-2));
  if (link && account) await Promise.all([open(caller, dice, link), remove(caller, dice, account)]);
}

/** One of few that were paid before, too: what comes then is late. */
async function someAwaited(caller: Caller, dice: Dice): Promise<Awaited | undefined> {
  return dice.pick(caller.organization.awaited.slice(-4)) ?? payByBank(caller, dice);
}

/** Exact, short, too much and the rest; each may be credited twice at once, by two operators. */
async function transfersComeIn(caller: Caller, dice: Dice, known?: Awaited) {
  const awaited = known ?? (await someAwaited(caller, dice));
  if (!awaited) return;
  const transfers = Array.from({ length: 1 + dice.below(3) }, () => transferTo(caller, dice, awaited));
  await Promise.all(transfers.map((transfer) => credit(caller, dice, transfer)));
}

/** New ones, and some that are known: under the same reference, or under another by mistake. */
function transferTo({ organization }: Caller, dice: Dice, { reference, total }: Awaited) {
  const { transfers } = organization;
  const known = dice.pick(transfers);
  if (known && dice.chance(0.2)) return dice.chance(0.5) ? known : { ...known, reference };
  const amount = dice.pick([total, total, '4.00', '6.00', '0.01', '11.00']) ?? total;
  const transfer = { externalId: `${organization.label}-${transfers.length}`, reference, amount };
  transfers.push(transfer);
  return transfer;
}

async function credit(caller: Caller, dice: Dice, transfer: Organization['transfers'][number]) {
  const operators = dice.chance(0.3) ? ['ada', 'eve'] : ['ada'];
  // To another buyer's reference at the same time: whose it is, the first says.
  const other = dice.chance(0.2) ? dice.pick(caller.organization.awaited) : undefined;
  await Promise.all(
    operators.map((name, index) => {
      const { reference } = (index > 0 && other) || transfer;
      return caller.operator(name).credit(caller.organization, { ...transfer, reference }, dice);
    }),
  );
}

async function transfersAgainstAcceptance(caller: Caller, dice: Dice) {
  const awaited = await someAwaited(caller, dice);
  if (!awaited) return;
  await credit(caller, dice, transferTo(caller, dice, awaited));
  await Promise.all([transfersComeIn(caller, dice, awaited), accept(caller, dice, awaited)]);
}

async function accept(caller: Caller, dice: Dice, known?: Awaited) {
  const awaited = known ?? (await someAwaited(caller, dice));
  if (!awaited) return;
  // A payment by bank is found by its reference as well.
  const path = { paymentId: awaited.reference };
  const times = dice.chance(0.3) ? 2 : 1;
  await Promise.all(
    Array.from({ length: times }, () =>
      caller.perform('acceptCheckoutPayment', { as: dice.pick(owners), path, key: caller.newKey() }, tries(dice)),
    ),
  );
}
