/**
 * Changes only ASCII letters. `toUpperCase` would turn a dotless `ı` into an `I`, and a text that must be refused into
 * another account number.
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
