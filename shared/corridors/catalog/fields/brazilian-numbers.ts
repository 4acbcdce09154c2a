import { weightedSum } from './digit-sums.ts';

function brazilianDigit(sum: number): string {
  const remainder = sum % 11;
  return remainder < 2 ? '0' : String(11 - remainder);
}

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Both digits follow one rule; the second one also counts the first. `weights` are those of the second digit; the first
 * digit skips one.
 */
function brazilianCheckDigits(text: string, weights: readonly number[]): string {
  const first = brazilianDigit(weightedSum(text, weights.slice(1)));
  return first + brazilianDigit(weightedSum(text + first, weights));
}

/** Both check digits of a Brazilian CPF. @param digits the nine digits before them */
export function cpfCheckDigits(digits: string): string {
  return brazilianCheckDigits(digits, CPF_WEIGHTS);
}

/** A single repeated character passes the arithmetic, but such numbers are never issued. */
function isRepeated(text: string): boolean {
  return /^(.)\1*$/.test(text);
}

export function isCpf(text: string): boolean {
  return /^\d{11}$/.test(text) && !isRepeated(text) && cpfCheckDigits(text.slice(0, 9)) === text.slice(9);
}

/** Both check digits of a Brazilian CNPJ. @param root the twelve digits or capital letters before them */
export function cnpjCheckDigits(root: string): string {
  return brazilianCheckDigits(root, CNPJ_WEIGHTS);
}

export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || isRepeated(text)) return false;
  return cnpjCheckDigits(text.slice(0, 12)) === text.slice(12);
}
