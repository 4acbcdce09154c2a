import { toNextTen, weightedSum } from './digit-sums.ts';
import { checkDigitFault, grouped, required } from './field.ts';

/** Check digit of a Mexican CLABE. @param digits the 17 digits before it */
export function clabeCheckDigit(digits: string): string {
  // The rule reduces each product modulo 10 first. The sum modulo 10 is the same.
  return toNextTen(weightedSum(digits, [3, 7, 1]));
}

export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && clabeCheckDigit(text.slice(0, 17)) === text.slice(17);
}

/** Three digits for the bank, three for the place, eleven for the account, and a check digit. */
export const clabe = required('clabe', 'CLABE', '^(?!000)(?![0-9]{6}0{11})[0-9]{18}$', '032180000118359719', {
  ...grouped,
  faultOf: (value) => checkDigitFault(isClabe(value)),
  checkDigits: { countIn: () => 1, after: clabeCheckDigit },
});
