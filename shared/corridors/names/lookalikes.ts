import skeletons from 'unhomoglyph/data.json' with { type: 'json' };

/** Boxed letters, which Unicode neither decomposes nor lists as look-alikes. Each range starts with A. */
const boxedAlphabets = [0x1f150, 0x1f170, 0x1f1e6];

/**
 * The Latin letters that a character looks like: its skeleton by UTS #39, if that has only Latin letters. Undefined
 * otherwise. `а` (Cyrillic) -> `a`.
 */
export function lookalikeOf(character: string): string | undefined {
  const boxed = boxedLetterOf(character.codePointAt(0) as number);
  if (boxed) return boxed;
  const skeleton = (skeletons as Readonly<Record<string, string>>)[character];
  const letters = skeleton?.normalize('NFKD').replace(/\p{M}+/gu, '');
  if (!letters || !/^[a-z]+$/i.test(letters)) return undefined;
  // The standard writes every m as r and n, and a capital I as l.
  return letters === 'l' && /\p{Lu}/u.test(character) ? 'I' : letters.replaceAll('rn', 'm');
}

function boxedLetterOf(code: number): string | undefined {
  const first = boxedAlphabets.find((start) => code >= start && code < start + 26);
  return first === undefined ? undefined : String.fromCharCode(0x61 + code - first);
}
