import { isOneSlip } from './one-slip.ts';

/** `abd` with its ending and the article: `abd`, `abdul`, `abdel`, `abdur`. */
const abd = /^abd(?:[aeiou]{1,2}[ldnrstz]h?)?$/;
const article = /^(?:al|el|ul|ol|il|ad|ed|ud|ar|er|ur|as|es|us|ash|esh|ush|an|en|un|at|et|ut|az|ez|uz|l)$/;
const din = /^(?:din|deen|dine|eddin|eddine|uddin|aldin|addin)$/;
const allah = /^(?:all?ah?|ull?ah?|oll?ah?|ell?ah?)$/;
/** Before sun letters the article doubles the letter: `abdurrahman`, `abdussalam`. */
const joinedAbd = /^abd(?:[aeiou]{1,2}|(?=[lr]))(l|sh(?=sh)|([dnrstz])(?=\2))?([a-z]{3,})$/;
const joinedDin = /^([a-z]{3,}?)(?:[aeou]l|[aeiou]d|a|e|u|o)?d(?:in|een|ine|yn)e?$/;
const joinedAllah = /^([a-z]{3,}?)[aeou]ll?ah?$/;

/** A single name that is written as two or three words, and the number of its words. */
interface Compound {
  readonly text: string;
  readonly words: number;
}

/**
 * The compound formed by the next words of a name: a servant of God (`abd al rahman` -> `abdulrahman`), or something of
 * the faith or of God (`nur al din` -> `nuruddin`, `nasr allah` -> `nasrallah`).
 */
export function compoundOf([first, second, third]: readonly string[]): Compound | undefined {
  if (first === undefined || second === undefined) return undefined;
  if (abd.test(first) || (first.length > 4 && (isOneSlip(first, 'abdul') || isOneSlip(first, 'abdel')))) {
    if (article.test(second)) return third === undefined ? undefined : servant(third, 3);
    return second.length > 2 || allah.test(second) ? servant(second, 2) : undefined;
  }
  if (first.length < 2 || first.length > 8) return undefined;
  if (din.test(second)) return { text: `${first}uddin`, words: 2 };
  if (article.test(second) && third !== undefined && din.test(third)) return { text: `${first}uddin`, words: 3 };
  if (first.length > 2 && /^(?:allah|ullah|ollah|ulla)$/.test(second)) return { text: `${first}allah`, words: 2 };
  return undefined;
}

function servant(of: string, words: number): Compound {
  return { text: allah.test(of) ? 'abdullah' : `abdul${of}`, words };
}

/** The two halves of a compound that is written as one word, without the article: `abdurrahman` -> `abd`, `rahman`. */
export function halvesOf(word: string): readonly [string, string] | undefined {
  if (word.length < 6) return undefined;
  if (/^abd[aeou]*ll?ah?$/.test(word)) return ['abd', 'allah'];
  const servant = joinedAbd.exec(word);
  if (servant) return ['abd', (servant[3] as string).replace(/^l+(?=.{3})/, '')];
  const faith = joinedDin.exec(word);
  if (faith) return [faith[1] as string, 'din'];
  const god = joinedAllah.exec(word);
  return god ? [god[1] as string, 'allah'] : undefined;
}
