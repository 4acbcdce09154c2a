/** A character as a reader can recognize it: itself, or its Unicode number. */
export function namedCharacter(character: string): string {
  if (character === ' ') return 'a space';
  if (/^[\x21-\x7e]$/.test(character)) return character;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
