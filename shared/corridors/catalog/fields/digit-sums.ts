/** The value of a character in check digit rules: `0` is 0, `9` is 9, `A` is 17 (Brazil's alphanumeric numbers). */
function digitValue(character: string): number {
  return character.charCodeAt(0) - 48;
}

/** The sum of value times weight. The weights repeat. */
export function weightedSum(text: string, weights: readonly number[]): number {
  return [...text].reduce((sum, character, i) => sum + digitValue(character) * (weights[i % weights.length] ?? 0), 0);
}

/** The digit that makes a sum a multiple of ten. */
export function toNextTen(sum: number): string {
  return String((10 - (sum % 10)) % 10);
}
