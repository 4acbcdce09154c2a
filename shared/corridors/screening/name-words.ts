import { normalizeName } from './normalize-name.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that say next to nothing about who is meant: legal forms, titles, particles. */
const silent = words(
  `ltd limited llc llp lp inc incorporated corp corporation co company cos plc pvt pte pty bhd sdn gmbh ag kg ug mbh ohg sa
  sas sarl srl spa bv nv oy ab as aps kft sro doo dd ad eood ood ooo oao zao pao ao ojsc pjsc cjsc jsc tov chao fze fzc fzco
  fzllc dmcc est lda ltda eirl cv sicav
  mr mrs ms miss dr prof eng hon sir sheikh shaykh shaikh haji hajji hajj mullah maulvi mawlawi sayyid sayed syed seyed gen
  col capt jr sr
  al el ul ur ud as ad ibn bin ben bint the of and for de del la las los da do dos das du der den van von y e`,
);

/** Words that very many organizations share; they count for less than what sets a name apart. */
const common = words(
  `bank trading trade general group international holding holdings industries industrial industry services service
  enterprise enterprises export import shipping marine maritime transport logistics management investment investments
  finance financial development construction engineering technology technologies foundation organization institute center
  centre charity charitable relief society association`,
);

/** Weight of a letter in words of each kind. It is never zero: some of these words are also names (`DO, Van Thanh`). */
const silentShare = 0.05;
const commonShare = 0.3;

/** A word counts by its letters: the longer it is, the less likely two people share it by chance. */
export function weightOf(word: string): number {
  if (silent.has(word)) return word.length * silentShare;
  return common.has(word) ? word.length * commonShare : word.length;
}

/** Whether a word says next to nothing about who is meant: a legal form, a title, a particle. */
export function isStopWord(word: string): boolean {
  return silent.has(word);
}

/** Whether a word says who is meant. */
export function isDistinctive(word: string): boolean {
  return !silent.has(word) && !common.has(word);
}

/**
 * The words of a name in their order. A legal form spelled with periods is one word at either end: `S.A.R.L.`,
 * `O.O.O.`.
 */
export function wordsOf(name: string): readonly string[] {
  const all = normalizeName(name).split(' ').filter(Boolean);
  const first = all.findIndex((word) => word.length > 1);
  const last = all.findLastIndex((word) => word.length > 1);
  if (first < 0) return all;
  return [...joinedForm(all.slice(0, first)), ...all.slice(first, last + 1), ...joinedForm(all.slice(last + 1))];
}

function joinedForm(letters: readonly string[]): readonly string[] {
  const form = letters.join('');
  return silent.has(form) ? [form] : letters;
}
