import type { RecipientField } from '../../../ports/corridor.ts';
import { ungrouped, upperCase } from '../letters.ts';
import { grouped, required } from './field.ts';

/**
 * Two country letters, two check digits, then the part defined by the country: 15 (Norway) to 34 characters in total.
 */
export function ibanField(example: string): RecipientField {
  return required('iban', 'IBAN', '^[A-Z]{2}[0-9]{2}(?!0+$)[A-Z0-9]{11,30}$', example, {
    ...grouped,
    // No country's IBANs start with IB, so the word IBAN is only a heading.
    normalize: (text) => upperCase(ungrouped(text)).replace(/^IBAN:?/, ''),
    scheme: 'iban',
  });
}
