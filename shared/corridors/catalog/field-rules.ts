import type { AccountFault, Corridor, RecipientDetails, RecipientField } from '../../ports/corridor.ts';
import { ibanFault } from './iban-fault.ts';
import { ungrouped, withoutSpacing } from './letters.ts';

/**
 * The stored form of a field as it was typed.
 * @param given the other fields, one of which may say how to read this one
 */
export function normalizeField({ rules }: RecipientField, text: string, given: RecipientDetails): string {
  if (rules?.normalize) return rules.normalize(text, given);
  return rules?.isGrouped ? ungrouped(text) : withoutSpacing(text);
}

/** Only own properties count: every object inherits `constructor`, which is not a field. */
export function ownText(details: RecipientDetails, name: string): string {
  return Object.hasOwn(details, name) ? (details[name] ?? '') : '';
}

/**
 * Adds to the details what is visible only in how a field was written, not in its stored form, such as that a PIX key
 * is a CPF.
 */
export function withImpliedFields({ recipientFields }: Corridor, details: RecipientDetails): RecipientDetails {
  const implied = recipientFields
    .flatMap(({ name, rules }) => Object.entries(rules?.implied?.(ownText(details, name)) ?? {}))
    .filter((entry): entry is [string, string] => entry[1] !== undefined && ownText(details, entry[0]) === '');
  return implied.length > 0 ? { ...details, ...Object.fromEntries(implied) } : details;
}

/** Whether a normalized value matches the pattern in the corridors listing. */
export function matchesPattern(field: RecipientField, value: string): boolean {
  return new RegExp(field.pattern).test(value);
}

/** The fault of a value that matches its pattern, or undefined. @param details normalized fields that match theirs */
export function fieldFault({ name, rules }: RecipientField, details: RecipientDetails): AccountFault | undefined {
  const value = details[name] ?? '';
  return rules?.scheme === 'iban' ? ibanFault(value) : rules?.faultOf?.(value, details);
}
