import { tries } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import type { Organization } from '../engine/scene.ts';

export type Link = Organization['links'][number];

/** The last two digits choose what becomes of a payment: most are just paid. */
const totals = ['10.00', '10.02', '10.04', '10.08', '10.12', '10.14', '10.16', '10.18', '10.22', '10.28'];
/** And of setting a price up. */
const badPrices = ['10.91', '10.92', '10.93'];

export function priceOf(dice: Dice) {
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

/** One of the ways in which a link is paid, as a request names it. */
interface Method {
  readonly kind: Link['kinds'][number];
  readonly accountId?: string;
}

/** @param methods cards where absent */
export async function createLink(
  caller: Caller,
  dice: Dice,
  publish = dice.chance(0.8),
  methods?: readonly Method[],
): Promise<Link | undefined> {
  const body = { ...priceOf(dice), ...endsOf(caller, dice), publish, ...(methods && { methods }) };
  const answer = await caller.perform('createLink', { body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { linkId, shareUrl, total } = bodyOf(answer);
  const link: Link = { linkId, shareUrl, total, kinds: methods?.map(({ kind }) => kind) ?? ['card'] };
  caller.organization.links.push(link);
  return link;
}

/** The last ones are still under way. */
export async function someLink(caller: Caller, dice: Dice): Promise<Link | undefined> {
  return dice.pick(caller.organization.links.slice(-3)) ?? createLink(caller, dice, true);
}
