/**
 * Check digits of account numbers, computed and verified. The `…CheckDigit` and `…CheckDigits` functions take the
 * digits before the check digits and trust their shape; the `is…` functions take any text. IBANs are left to ibantools.
 */

/** Value of a character as the schemes count it: `0` is 0, `9` is 9, `A` is 17 (Brazil's alphanumeric numbers). */
function digitValue(character: string): number {
  return character.charCodeAt(0) - 48;
}

/** Sum of value times weight; the weights repeat. */
function weightedSum(text: string, weights: readonly number[]): number {
  return [...text].reduce((sum, character, i) => sum + digitValue(character) * (weights[i % weights.length] ?? 0), 0);
}

function toNextTen(sum: number): string {
  return String((10 - (sum % 10)) % 10);
}

/** Check digit of a US routing number. @param digits the eight before it */
export function abaCheckDigit(digits: string): string {
  return toNextTen(weightedSum(digits, [3, 7, 1]));
}

export function isAba(text: string): boolean {
  return /^\d{9}$/.test(text) && abaCheckDigit(text.slice(0, 8)) === text.slice(8);
}

/** Check digit of a Mexican CLABE. @param digits the 17 before it */
export function clabeCheckDigit(digits: string): string {
  // The rule reduces each product modulo 10 first; the sum modulo 10 is the same.
  return toNextTen(weightedSum(digits, [3, 7, 1]));
}

export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && clabeCheckDigit(text.slice(0, 17)) === text.slice(17);
}

/**
 * The six digits by which an institution enters its check digits (Central Bank of Nigeria, Revised Standards on NUBAN, March 2020): three of a bank
 * after three zeros, five of another institution after a nine. Six digits are that form itself.
 */
function nubanInstitution(code: string): string {
  if (code.length === 3) return `000${code}`;
  return code.length === 5 ? `9${code}` : code;
}

/** Check digit of a Nigerian NUBAN. @param bankCode three, five or six digits @param serial the nine digits before it */
export function nubanCheckDigit(bankCode: string, serial: string): string {
  return toNextTen(weightedSum(nubanInstitution(bankCode) + serial, [3, 7, 3]));
}

export function isNuban(bankCode: string, text: string): boolean {
  if (!/^(?:\d{3}|\d{5}|9\d{5})$/.test(bankCode) || !/^\d{10}$/.test(text)) return false;
  return nubanCheckDigit(bankCode, text.slice(0, 9)) === text.slice(9);
}

function brazilianDigit(sum: number): string {
  const remainder = sum % 11;
  return remainder < 2 ? '0' : String(11 - remainder);
}

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Both digits follow one rule; the second also counts the first. `weights` are those of the second digit; the first
 * digit skips one.
 */
function brazilianCheckDigits(text: string, weights: readonly number[]): string {
  const first = brazilianDigit(weightedSum(text, weights.slice(1)));
  return first + brazilianDigit(weightedSum(text + first, weights));
}

/** Both check digits of a Brazilian CPF. @param digits the nine before them */
export function cpfCheckDigits(digits: string): string {
  return brazilianCheckDigits(digits, CPF_WEIGHTS);
}

/** One character repeated passes the arithmetic, but such numbers are never issued. */
function isRepeated(text: string): boolean {
  return /^(.)\1*$/.test(text);
}

export function isCpf(text: string): boolean {
  return /^\d{11}$/.test(text) && !isRepeated(text) && cpfCheckDigits(text.slice(0, 9)) === text.slice(9);
}

/** Both check digits of a Brazilian CNPJ. @param root the twelve digits or capitals before them */
export function cnpjCheckDigits(root: string): string {
  return brazilianCheckDigits(root, CNPJ_WEIGHTS);
}

export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || isRepeated(text)) return false;
  return cnpjCheckDigits(text.slice(0, 12)) === text.slice(12);
}
