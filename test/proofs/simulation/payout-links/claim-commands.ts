import { corridorsOfLink } from '../../../../shared/payouts/links/link-corridors.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';
import { outcomeNamed, sandboxOutcomes } from '../../../../shared/providers/sandbox/payouts/outcomes.ts';
import { scenarioDetails } from '../../../../shared/providers/sandbox/payouts/scenario-details.ts';
import { type CallerCommand, type OperatorCommand, waitForAWhile } from '../command.ts';
import type { Form } from '../engine/browser.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import type { Director } from '../engine/director.ts';
import type { Payee } from '../engine/payee.ts';
import type { Organization } from '../engine/scene.ts';
import type { World } from '../engine/world.ts';
import { anyLink, cancel, lastLink, makeShortLived } from './link-commands.ts';

/** What happens on the pages of payout links. */
export const claimCommands: readonly CallerCommand[] = [
  { name: 'a payee claims', weight: 9, act: claim },
  { name: 'two payees claim at once', weight: 3, act: claimTwice },
  { name: 'a payee claims while the link is canceled', weight: 3, act: claimAndCancel },
  { name: 'a payee comes back later', weight: 3, act: comeBack },
  { name: 'programs read payout links', weight: 1, act: readByPrograms },
];

export const linkEndings: readonly OperatorCommand[] = [
  { name: 'a payout link comes to its end', weight: 6, act: reachEnd },
];

type SentLink = Organization['payoutLinks'][number];

/** What a payee has before them. */
interface Priced {
  readonly link: SentLink;
  readonly payee: Payee;
  readonly form: Form;
}

/** Every fifth browser keeps no cookies. */
function newPayee(caller: Caller, dice: Dice): Payee {
  const cookie = dice.chance(0.8) ? dice.text(32) : undefined;
  return caller.payee(cookie, `198.51.100.${dice.below(256)}`);
}

async function claim(caller: Caller, dice: Dice): Promise<void> {
  const priced = await price(caller, dice, await anyLink(caller, dice));
  if (!priced || dice.chance(0.15)) return;
  await finish(dice, priced);
}

/** Of one link, or the same person clicks twice. */
async function claimTwice(caller: Caller, dice: Dice): Promise<void> {
  const link = await anyLink(caller, dice);
  const first = await price(caller, dice, link);
  if (!first) return;
  const second = dice.chance(0.6) ? await price(caller, dice, link) : first;
  await Promise.all([first, second ?? first].map((priced) => finish(dice, priced)));
}

async function claimAndCancel(caller: Caller, dice: Dice): Promise<void> {
  const link = await anyLink(caller, dice);
  const priced = await price(caller, dice, link);
  if (priced) await Promise.all([finish(dice, priced), cancel(caller, dice, link)]);
}

/** @returns what is shown, which anybody may come back to */
export async function price(caller: Caller, dice: Dice, link: SentLink | undefined): Promise<Priced | undefined> {
  const typed = link && typedFor(caller, dice, link);
  if (!link || !typed) return undefined;
  const payee = newPayee(caller, dice);
  if (dice.chance(0.3)) await payee.read(link.url, { country: typed.country ?? '' });
  const form = await payee.price(link.url, typed);
  if (!form) return undefined;
  const priced = { link, payee, form };
  caller.organization.pricedClaims.push(priced);
  return priced;
}

/** Some confirm a price with another name or the account of somebody else. Some look at the page once more. */
export async function finish(dice: Dice, { link, payee, form }: Priced): Promise<void> {
  const confirmed = dice.chance(0.2) ? { ...form, ...otherDetails(dice, form) } : form;
  const again = await payee.confirm(link.url, confirmed);
  if (again && dice.chance(0.7)) await payee.confirm(link.url, again);
  if (dice.chance(0.3)) await payee.read(link.url);
}

function otherDetails(dice: Dice, { corridor: corridorId = '' }: Form): Form {
  const corridor = sandboxCorridors.find((one) => one.corridorId === corridorId);
  if (!corridor || dice.chance(0.4)) return { type: 'business' };
  return account(scenarioDetails(corridor, dice.pick(sandboxOutcomes)?.digits ?? ''));
}

/** By whatever was left open: in the same browser, or in one that knows no more than the address. */
export async function comeBack(caller: Caller, dice: Dice): Promise<void> {
  const priced = dice.pick(caller.organization.pricedClaims.slice(-4));
  if (!priced) return;
  const payee = dice.chance(0.6) ? priced.payee : newPayee(caller, dice);
  if (dice.chance(0.5)) await payee.read(priced.link.url);
  if (dice.chance(0.7)) await payee.confirm(priced.link.url, priced.form);
}

/** Mail scanners and previews, before and after the payee does. */
async function readByPrograms(caller: Caller, dice: Dice): Promise<void> {
  const link = lastLink(caller, dice);
  if (!link) return;
  const programs = [1, 2, 3].map(() => caller.payee(undefined, `198.51.100.${dice.below(256)}`));
  await Promise.all(programs.map((program, index) => program.read(link.url, index > 0 ? { country: 'US' } : {})));
}

/** Mostly an account in the United States, which recipients of the organization may have as well. */
export function typedFor({ organization }: Caller, dice: Dice, link: SentLink): Form | undefined {
  const served = sandboxCorridors.filter(({ sourceCurrency }) => sourceCurrency === organization.currency);
  const amountLeg = link.amountLeg === 'source' ? 'source' : 'destination';
  const offered = corridorsOfLink(served, { ...link, countries: [...link.countries], amountLeg });
  const american = offered.filter(({ country }) => country === 'US');
  const corridor = dice.pick(american.length > 0 && dice.chance(0.6) ? american : offered);
  if (!corridor) return undefined;
  const outcomes = dice.chance(0.6) ? sandboxOutcomes.slice(0, 3) : sandboxOutcomes;
  const outcome = dice.chance(0.1) ? outcomeNamed('screening_refused') : dice.pick(outcomes);
  const { country, corridorId } = corridor;
  const name: Form = link.isNamed ? {} : { name: dice.pick(['Payee', 'Ada Lovelace']) ?? '' };
  const details = account(scenarioDetails(corridor, outcome?.digits ?? ''));
  return { country, corridor: corridorId, type: 'individual', ...name, ...details };
}

function account(details: Form): Form {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [`account.${name}`, value]));
}

/** More than the shortest life of a link. */
const longestLeapMs = 70 * 60 * 1_000;
/** Turns of others before a link that expires is canceled, too. */
const longestWait = 20;
/** Before its end a link can still be claimed. */
const lastMomentMs = 300;

/** It is claimed at the last moment and expires, or is canceled when it expires. */
async function reachEnd(world: World, director: Director, dice: Dice): Promise<void> {
  const { stage, callers } = world;
  const caller = dice.pick(callers);
  if (!caller) return;
  const isSoon = ({ until }: SentLink) => until > stage.now && until < stage.now + longestLeapMs;
  const link = caller.organization.payoutLinks.findLast(isSoon) ?? (await makeShortLived(caller, dice));
  if (!link || !isSoon(link)) return;
  const priced = dice.chance(0.4) ? await price(caller, dice, link) : undefined;
  stage.now = Math.max(stage.now, link.until + (priced ? -dice.below(lastMomentMs) : 0));
  stage.tell(`${link.payoutLinkId} comes to its end`);
  await Promise.all([
    director.sweep().then(() => director.sweep()),
    priced ? finish(dice, priced) : waitForAWhile(world, dice, longestWait).then(() => cancel(caller, dice, link)),
  ]);
}
