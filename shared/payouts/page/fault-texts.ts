import { fieldTextOf } from '../../corridors/catalog/field-texts.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import type { ClaimWords } from './frame-of.ts';
import type { ClaimText } from './texts/en.ts';

/** Texts for people about a fault, by its code. */
const texts: Readonly<Record<string, ClaimText>> = {
  required: 'required',
  too_small: 'required',
  too_big: 'tooLong',
  invalid_check_digit: 'checkDigits',
  unsupported_country: 'unsupportedCountry',
  ambiguous: 'ambiguous',
  test_bic: 'testBank',
  unsupported_name: 'unsupportedName',
};

/** The code of an account that the sandbox does not list. */
export const notTestAccount = 'not_test_account';

/** What is wrong with one field, in the reader's language. Undefined if nothing is. */
export function faultIn(
  words: ClaimWords,
  corridor: BankCorridor,
  faults: readonly FieldFault[],
  path: string,
): string | undefined {
  const fault = faults.find((one) => one.path === path);
  if (!fault) return undefined;
  const field = corridor.recipientFields.find(({ name }) => path === `recipientDetails.${name}`);
  if (fault.code === notTestAccount) return words.text('notTestAccount', { example: field?.example ?? '' });
  if (field && fault.code === 'invalid_format') return fieldTextOf(corridor, field, words.locale.language).form;
  return words.text(texts[fault.code] ?? 'invalid');
}
