import type { AccountFault, FieldRules, RecipientField } from '../../../ports/corridor.ts';

/** Declares a field that every account of a corridor has. */
export function required(
  name: string,
  label: string,
  pattern: string,
  example: string,
  rules?: FieldRules,
): RecipientField {
  return { name, label, required: true, pattern, example, ...(rules && { rules }) };
}

/** A field of letters and digits that people write in groups. */
export const grouped: FieldRules = { isGrouped: true };

export function checkDigitFault(isRight: boolean): AccountFault | undefined {
  return isRight ? undefined : 'invalid_check_digit';
}
