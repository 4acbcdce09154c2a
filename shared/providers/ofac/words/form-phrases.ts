import { legalForms } from './legal-forms.ts';
import { isOneSlip } from './one-slip.ts';
import { foldsOf } from './spelling.ts';

interface Phrases {
  /** The family of the phrase that ends here. */
  family?: string;
  readonly next: Map<string, Phrases>;
}

/** Words are compared by their folded form, so that one romanization of a phrase covers all. */
const keyOf = (word: string) => (word.length > 3 ? `~${foldsOf(word)[0]}` : word);

const phrases: Phrases = { next: new Map() };
for (const [family, forms] of Object.entries(legalForms)) {
  for (const form of forms.split('|').map((text) => text.trim())) {
    const words = form.split(/\s+/);
    add(words, family);
    if (words.length === 1 && form.length <= 5) {
      add([...form], family);
    }
    // With periods: `s a de c v` for `sa de cv`.
    if (words.length > 1 && words.some((word) => word.length <= 3)) {
      add(
        words.flatMap((word) =>
          word.length <= 3 && !/^(?:de|en|por|y|co|z|and|und|sti)$/.test(word) ? [...word] : [word],
        ),
        family,
      );
    }
  }
}

function add(words: readonly string[], family: string): void {
  let node = phrases;
  for (const word of words) {
    const key = keyOf(word);
    const next = node.next.get(key) ?? { next: new Map() };
    node.next.set(key, next);
    node = next;
  }
  node.family ??= family;
}

/** The end of the longest phrase that starts at a word; undefined if none starts there. */
function phraseAt(
  words: readonly string[],
  start: number,
): { readonly end: number; readonly family: string } | undefined {
  let node: Phrases | undefined = phrases;
  let found: { end: number; family: string } | undefined;
  for (let i = start; node && i < words.length; i += 1) {
    node =
      node.next.get(keyOf(words[i] as string)) ?? (i > start ? misspelled(node, keyOf(words[i] as string)) : undefined);
    if (node?.family) found = { end: i + 1, family: node.family };
  }
  return found;
}

/** The node that follows if the next word has one typing error: `sociedad anonma`. */
function misspelled(node: Phrases, key: string): Phrases | undefined {
  if (key.length < 6) return undefined;
  for (const [other, next] of node.next) if (other.length >= 6 && isOneSlip(key, other)) return next;
  return undefined;
}

/** A legal form of single letters must match all of them: `A.T.E.` does not start with the form `A.T.` */
function endsAmongLetters(words: readonly string[], start: number, end: number): boolean {
  return words.slice(start, end + 1).every(({ length }) => length === 1) && end < words.length;
}

export interface Piece {
  readonly text: string;
  readonly isForm: boolean;
  /** The letters as they are written. */
  readonly written: string;
}

/**
 * The words of an organization's name, with each phrase of a legal form as one piece that has the name of its family. A
 * short abbreviation is a legal form only before the first or after the last other word. A name that consists only of
 * legal forms stays unchanged.
 */
export function withFormsJoined(words: readonly string[]): readonly Piece[] {
  const pieces: (Piece & { readonly words: readonly string[]; readonly edgeOnly: boolean })[] = [];
  for (let i = 0; i < words.length; ) {
    const longest = phraseAt(words, i);
    const found = longest && endsAmongLetters(words, i, longest.end) ? undefined : longest;
    const end = found?.end ?? i + 1;
    const own = words.slice(i, end);
    pieces.push({
      text: found?.family ?? own.join(' '),
      isForm: found !== undefined,
      written: own.join(''),
      words: own,
      edgeOnly: own.every(({ length }) => length <= 4),
    });
    i = end;
  }
  const first = pieces.findIndex(({ isForm }) => !isForm);
  const last = pieces.findLastIndex(({ isForm }) => !isForm);
  const asWords = (piece: { readonly words: readonly string[] }) =>
    piece.words.map((text) => ({ text, isForm: false, written: text }));
  if (first < 0) return pieces.flatMap(asWords);
  return pieces.flatMap((piece, i) =>
    piece.isForm && !(piece.edgeOnly && i > first && i < last)
      ? [{ text: piece.text, isForm: true, written: piece.written }]
      : asWords(piece),
  );
}
