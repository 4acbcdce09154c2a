import type { Dice } from '../../../simulation/engine/dice.ts';
import { firms, peoples } from './innocent-words.ts';

/** A way in which people and companies that nobody lists are named. */
export interface Innocent {
  /** The row of the table that it counts in. */
  readonly row: string;
  readonly name: (dice: Dice) => string;
}

const one = <T>(items: readonly T[], dice: Dice): T => items[dice.below(items.length)] as T;
const given = (dice: Dice) => one(one(peoples, dice).given, dice);

function person(dice: Dice): string {
  const people = one(peoples, dice);
  const middle = dice.chance(0.25) ? [one(people.given, dice)] : [];
  // One in ten bears names of two peoples.
  const first = dice.chance(0.1) ? given(dice) : one(people.given, dice);
  return [first, ...middle, one(people.last, dice)].join(' ');
}

function withInitial(dice: Dice): string {
  const { last, given: names } = one(peoples, dice);
  const initials = Array.from({ length: dice.chance(0.3) ? 2 : 1 }, () => `${one(names, dice).charAt(0)}.`);
  return [...initials, one(last, dice)].join(' ');
}

function company(dice: Dice): string {
  const { distinctive, trade, place, form } = firms;
  const owner = () => one(one(peoples, dice).last, dice);
  const name = one(
    [
      () => [one(distinctive, dice), one(trade, dice)],
      () => [one(distinctive, dice), one(distinctive, dice), one(trade, dice)],
      () => [one(distinctive, dice), one(trade, dice), one(trade, dice)],
      () => [owner(), one(trade, dice)],
      () => [owner(), '&', owner(), one(trade, dice)],
      () => [one(place, dice), one(distinctive, dice), one(trade, dice)],
      () => [one(place, dice), one(trade, dice)],
    ],
    dice,
  )();
  return [...name, one(form, dice)].filter(Boolean).join(' ');
}

function companyOfInitials(dice: Dice): string {
  const letters = Array.from({ length: 2 + dice.below(2) }, () => String.fromCharCode(0x41 + dice.below(26)));
  const written = one([letters.join('.').concat('.'), letters.join(' '), letters.join(''), letters.join('.')], dice);
  const tail = Array.from({ length: 1 + dice.below(2) }, () => one(firms.trade, dice));
  return [written, ...tail, one(firms.form, dice)].filter(Boolean).join(' ');
}

export const innocents: readonly Innocent[] = [
  { row: 'innocent persons', name: person },
  { row: 'an initial and a surname', name: withInitial },
  { row: 'innocent companies', name: company },
  { row: 'companies with initials', name: companyOfInitials },
];
