import { vote } from '../approval-commands.ts';
import { type CallerCommand, tries } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import { type Answer, bodyOf, succeeded } from '../engine/operation.ts';
import type { Organization } from '../engine/scene.ts';
import { endUsers } from '../recipient-commands.ts';

/** What an organization does with its payout links. */
export const linkCommands: readonly CallerCommand[] = [
  { name: 'make a payout link', weight: 7, act: make },
  { name: 'make a payout link twice', weight: 1, act: makeTwice },
  { name: 'cancel a payout link', weight: 2, act: (caller, dice) => cancel(caller, dice) },
  { name: 'renew a payout link', weight: 3, act: (caller, dice) => renew(caller, dice) },
  { name: 'read payout links', weight: 1, act: readLinks },
];

type SentLink = Organization['payoutLinks'][number];

const hour = 1 / 24;
/** In days. The first is little more than a link must live; the last outlives an approval. */
const lives = [1.1 * hour, 2 * hour, 30 * hour] as const;
const amounts = ['2.00', '4.50', '9.00', '21.00'];
const countries = [undefined, ['US'], ['US', 'DE'], ['DE', 'GB']];
/** What arrives, exactly, and where it can. */
const exact = [{ currency: 'USD', countries: ['US'] }, { currency: 'EUR', countries: ['DE'] }, { currency: 'EUR' }];

/** @returns the link, where it exists and its address was shown */
function make(caller: Caller, dice: Dice): Promise<SentLink | undefined> {
  return makeOne(caller, dice, linkBody(caller, dice));
}

/** One that ends as soon as any may. */
export function makeShortLived(caller: Caller, dice: Dice): Promise<SentLink | undefined> {
  return makeOne(caller, dice, { ...linkBody(caller, dice), expiresAt: caller.inDays(lives[0]) });
}

/** One below every threshold of the scene. */
export function makeSmall(caller: Caller, dice: Dice): Promise<SentLink | undefined> {
  return makeOne(caller, dice, { ...linkBody(caller, dice), amount: amounts[1] });
}

async function makeTwice(caller: Caller, dice: Dice): Promise<void> {
  const body = linkBody(caller, dice);
  await Promise.all([makeOne(caller, dice, body), makeOne(caller, dice, body)]);
}

/** Where people may have to vote, the payee is mostly named. */
export function linkBody(caller: Caller, dice: Dice) {
  const { organization, name, operations } = caller;
  const { policy, currency } = organization;
  const isNamed = dice.chance(policy.approvals ? 0.9 : 0.3);
  return {
    amount: dice.pick(amounts),
    ...(dice.chance(0.3)
      ? { ...dice.pick(exact), amountLeg: 'destination' }
      : { currency, countries: dice.pick(countries) }),
    reference: `link-${name}-${operations.length}`,
    expiresAt: caller.inDays(dice.pick(lives) ?? hour),
    ...(isNamed && { payeeName: 'Grace Hopper', payeeEmail: 'grace@example.com' }),
    ...(dice.chance(policy.limits?.perEndUserDaily ? 0.9 : 0.2) && { endUserId: dice.pick(endUsers) }),
  };
}

/** By the caller's key, or by somebody who has signed in. */
async function makeOne(caller: Caller, dice: Dice, body: object): Promise<SentLink | undefined> {
  const as = dice.chance(0.3) ? dice.pick(caller.organization.people) : undefined;
  const wanted = { as, body, key: caller.newKey(), allowDuplicate: dice.chance(0.1) };
  const answer = await caller.perform('createPayoutLink', wanted, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { approvalId } = bodyOf(answer);
  if (!approvalId) return keepAddress(caller, answer);
  caller.organization.approvalIds.push(approvalId);
  if (dice.chance(0.6)) await vote(caller, dice);
  return undefined;
}

/** Whoever is shown an address sends it to the payee. */
export function keepAddress({ organization }: Caller, answer: Answer): SentLink {
  const { payoutLinkId, url, amountLeg, currency, countries: offered, payeeName, expiresAt } = bodyOf(answer);
  const isNamed = payeeName !== undefined;
  const until = Date.parse(expiresAt);
  const link = { payoutLinkId, url, amountLeg, currency, countries: offered, isNamed, until };
  organization.payoutLinks.push(link);
  return link;
}

/** A new one, or any of the last ones. */
export async function anyLink(caller: Caller, dice: Dice): Promise<SentLink | undefined> {
  const made = dice.chance(0.6) ? await make(caller, dice) : undefined;
  return made ?? lastLink(caller, dice);
}

/** Any of the last ones, ended ones included. */
export function lastLink({ organization: { payoutLinks } }: Caller, dice: Dice): SentLink | undefined {
  return dice.pick(payoutLinks.slice(-3));
}

export async function cancel(caller: Caller, dice: Dice, link = lastLink(caller, dice)): Promise<void> {
  if (!link) return;
  const as = dice.chance(0.3) ? dice.pick(caller.organization.people) : undefined;
  const wanted = { as, path: { payoutLinkId: link.payoutLinkId }, key: caller.newKey() };
  await caller.perform('cancelPayoutLink', wanted, tries(dice));
}

/** Nobody but the payee is told the address of a link that was voted on, and in the sandbox whoever asks for another one. */
export async function renew(caller: Caller, dice: Dice, as?: string): Promise<void> {
  const listed = await caller.perform('listPayoutLinks', { query: { status: 'open' } });
  if (!succeeded(listed)) return;
  const open: readonly { readonly payoutLinkId: string; readonly approvalId?: string }[] = bodyOf(listed).data;
  const votedOn = open.filter(({ approvalId }) => approvalId !== undefined);
  const link = dice.pick(votedOn.length > 0 ? votedOn : open);
  if (!link) return;
  const wanted = { as, path: { payoutLinkId: link.payoutLinkId }, key: caller.newKey() };
  const answer = await caller.perform('renewPayoutLinkToken', wanted, tries(dice));
  if (succeeded(answer)) keepAddress(caller, answer);
}

async function readLinks(caller: Caller, dice: Dice): Promise<void> {
  const link = lastLink(caller, dice);
  await caller.perform('listPayoutLinks', { query: { limit: '5' } });
  if (link) await caller.perform('getPayoutLink', { path: { payoutLinkId: link.payoutLinkId } });
}
