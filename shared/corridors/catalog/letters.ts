/**
 * Only ASCII letters change case. `toUpperCase` would make an `I` of a dotless `ı`, and so another account number of a
 * text that must be refused.
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
