/**
 * Changes only ASCII letters. `toUpperCase` would turn a dotless `ı` into an `I`, and so turn a text that must be
 * refused into another account number.
 */
export function upperCase(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

export function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}

/**
 * Removes invisible characters from a copied text: joiners, direction marks, soft hyphens. Fillers, which look like
 * spaces, stay.
 */
export function withoutInvisible(text: string): string {
  return text.replace(/(?!\p{L})\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Writes every dash and minus sign as `-`. */
export function withPlainDashes(text: string): string {
  return text.replace(/[\p{Dash_Punctuation}\u2212]/gu, '-');
}

/** Removes characters that copied texts contain and account numbers never do. */
export function withoutSpacing(text: string): string {
  return withoutInvisible(withoutSpaces(text));
}

/** The letters and digits of a number that people write in groups. */
export function ungrouped(text: string): string {
  return withPlainDashes(withoutSpacing(text)).replaceAll('-', '');
}
