import { ungrouped, upperCase } from '../letters.ts';
import { bankOf, withHeadOffice } from './bic.ts';
import { grouped, required } from './field.ts';

/** A BIC of the country, by its fifth and sixth letters (ISO 9362). */
export const philippineBank = required('bankCode', 'Bank code', '^[A-Z]{4}PH[A-Z0-9]{2}(?:[A-Z0-9]{3})?$', 'BOPIPHMM', {
  ...grouped,
  normalize: (text) => bankOf(upperCase(ungrouped(text))),
  comparable: bankOf,
  earlierForm: withHeadOffice,
});
export const philippineAccount = required(
  'accountNumber',
  'Account number',
  '^(?!0+$)[0-9]{6,16}$',
  '001234567890',
  grouped,
);
