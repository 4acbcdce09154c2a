import { normalizeName } from '../../corridors/names/normalize-name.ts';
import { withoutMarks } from '../../corridors/names/plain-letters.ts';

/** Digits and signs that are read as one letter. `1` and the other strokes may be an `i` or an `l`. */
const signs: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  ...{ '@': 'a', $: 's', '€': 'e', '£': 'l', '+': 't', '¢': 'c', '¥': 'y' },
};
const strokes = /[1!|¡]/g;
const sign = new RegExp(`[${Object.keys(signs).join('').replace('$', '\\$')}]`, 'g');

/** A lower-case l in place of a capital I: `lvan`, `PUTlN`. */
const smallForCapital = /l(?=\p{Lu})|(?<=\p{Lu}{2})l|^l(?=[b-df-hj-np-tvwxz])/gu;
/** A capital I in place of a lower-case l: `VIadimir`. */
const capitalForSmall = /(?<=\p{L})I(?=\p{Ll})|(?<=\p{Ll})I/gu;

/**
 * A name in every way in which it can be meant: as it is written, and with digits, signs and strokes read as letters.
 * Each spelling is normalized with `normalizeName` and listed once. `VIad1mir Put!n` -> `viad1mir put n`, `viadimir
 * putin`, `vladlmir putln`.
 */
export function spellingsOf(name: string): readonly string[] {
  const visible = withoutMarks(name);
  return [...new Set([name, readAs(visible, 'i'), readAs(visible, 'l')].map(normalizeName))];
}

/** Reads every stroke of a name as the same letter. A name that mixes both is then one wrong letter away. */
function readAs(name: string, stroke: 'i' | 'l'): string {
  return name.replace(/\S+/g, (word) => (/\p{L}/u.test(word) ? readWord(word, stroke) : word));
}

function readWord(word: string, stroke: 'i' | 'l'): string {
  const misread = stroke === 'i' ? smallForCapital : capitalForSmall;
  return word
    .replace(misread, stroke)
    .replace(strokes, stroke)
    .replace(sign, (found) => signs[found] ?? found);
}
