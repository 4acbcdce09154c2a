import type { CallerCommand } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';

/** What buyers do on the pages of a caller's links. */
export const buyerCommands: readonly CallerCommand[] = [
  { name: 'a buyer pays', weight: 6, act: buy },
  { name: 'a buyer comes back later', weight: 4, act: comeBackLater },
];

/** The last is declined. */
const cards = ['4242', '4242', '4444', '0002'];

/** Goes as far as the buyer's patience does, sometimes from two tabs at once. */
async function buy(caller: Caller, dice: Dice) {
  const { links, open } = caller.organization;
  const link = dice.pick(links.slice(-3));
  if (!link) return;
  const buyer = caller.buyer(dice.bytes(16).toString('hex'));
  const tabs = dice.chance(0.4) ? 2 : 1;
  const pages = await Promise.all(Array.from({ length: tabs }, () => buyer.payByCard(link.shareUrl)));
  const [cardPage] = pages.filter((page) => page !== undefined);
  if (cardPage) open.push({ buyer, cardPage });
  if (!cardPage || dice.chance(0.4)) return;
  await Promise.all(pages.map((page) => page && choose(caller, dice, { buyer, cardPage: page })));
}

type OpenPage = Caller['organization']['open'][number];

async function choose({ organization }: Caller, dice: Dice, { buyer, cardPage }: OpenPage) {
  const attemptPage = await buyer.choose(cardPage, dice.pick(cards) ?? '');
  if (!attemptPage || dice.chance(0.4)) return;
  organization.attemptPages.push({ buyer, attemptPage });
  const times = dice.chance(0.4) ? 2 : 1;
  await Promise.all(Array.from({ length: times }, () => buyer.comeBack(attemptPage)));
}

/** To a card page that was left open, whatever has become of the link, or to what tells how it ended. */
async function comeBackLater(caller: Caller, dice: Dice) {
  const { open, attemptPages } = caller.organization;
  const left = dice.pick(open);
  const seen = dice.pick(attemptPages);
  if (seen && dice.chance(0.3)) await seen.buyer.comeBack(seen.attemptPage);
  else if (left && dice.chance(0.2)) await left.buyer.cancel(left.cardPage);
  else if (left && dice.chance(0.3)) await Promise.all([choose(caller, dice, left), left.buyer.cancel(left.cardPage)]);
  else if (left) await choose(caller, dice, left);
}
