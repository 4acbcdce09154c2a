import { describeUnknown } from '../../contract/faults/describe-fault.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import type { Corridor, RecipientField } from '../../ports/corridor.ts';
import { fieldFault, matchesPattern, normalizeField } from './field-rules.ts';

export type RecipientDetails = Readonly<Record<string, string>>;
export type CheckedDetails = { readonly details: RecipientDetails } | { readonly issues: readonly FieldFault[] };

/** About twice the longest value (an e-mail key of 77 characters), which leaves room for spaces. */
const MAX_LENGTH = 140;
/** A body can hold thousands of keys; nobody reads more faults than this. */
const MAX_UNRECOGNIZED = 50;
/** Longest part of an unrecognized name that is repeated to the caller. */
const MAX_SHOWN_NAME = 64;

const MESSAGES = {
  required: ({ label }: RecipientField) => `${label} is required`,
  invalid_format: ({ label, example }: RecipientField) => `${label} must have the form of ${example}`,
  invalid_check_digit: ({ label }: RecipientField) => `${label} has a wrong check digit`,
} as const;

function issue(name: string, message: string, code: string): FieldFault {
  return { path: `method.recipientDetails.${name}`, message, code };
}

function fieldIssue(field: RecipientField, code: keyof typeof MESSAGES): FieldFault {
  return issue(field.name, MESSAGES[code](field), code);
}

/** Only own properties count: every object inherits `constructor`, and it is no field. */
function textOf(details: RecipientDetails, name: string): string {
  return Object.hasOwn(details, name) ? (details[name] ?? '') : '';
}

/** The fault of one field by itself. A value that is too long is not normalized. */
function shapeIssue(field: RecipientField, text: string): FieldFault | undefined {
  if (text.length > MAX_LENGTH) return fieldIssue(field, 'invalid_format');
  const value = normalizeField(field.name, text);
  if (value === '') return field.required ? fieldIssue(field, 'required') : undefined;
  return matchesPattern(field, value) ? undefined : fieldIssue(field, 'invalid_format');
}

function unrecognizedIssues(corridor: Corridor, details: RecipientDetails): FieldFault[] {
  const known = new Set(corridor.recipientFields.map(({ name }) => name));
  return Object.keys(details)
    .filter((key) => !known.has(key))
    .slice(0, MAX_UNRECOGNIZED)
    .map((key) => issue(key.slice(0, MAX_SHOWN_NAME), describeUnknown(key, [...known]), 'unrecognized_key'));
}

/** The fields that are present and well formed, as they are stored. */
function wellFormed(fields: readonly RecipientField[], details: RecipientDetails): RecipientDetails {
  const entries = fields
    .filter((field) => shapeIssue(field, textOf(details, field.name)) === undefined)
    .map(({ name }): [string, string] => [name, normalizeField(name, textOf(details, name))]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function faultOf(corridor: Corridor, field: RecipientField, given: RecipientDetails, normalized: RecipientDetails) {
  if (!Object.hasOwn(normalized, field.name)) return shapeIssue(field, textOf(given, field.name));
  const fault = fieldFault(corridor, field.name, normalized);
  return fault && fieldIssue(field, fault);
}

/**
 * Checks `method.recipientDetails` against its corridor and normalizes them for storage: without spaces, IBAN and sort
 * code without dashes, IBAN and bank codes upper-case, PIX keys as their directory writes them.
 * @returns the normalized details, or an issue for every faulty field, in the corridor's order: `required`,
 *   `invalid_format`, `invalid_check_digit`, and then `unrecognized_key` (the first 50). Issues never repeat a value.
 * @see specification, Recipient, row `method.recipientDetails`; Create a recipient, 400
 */
export function checkRecipientDetails(corridor: Corridor, details: RecipientDetails): CheckedDetails {
  const normalized = wellFormed(corridor.recipientFields, details);
  const issues = [
    ...corridor.recipientFields.flatMap((field) => faultOf(corridor, field, details, normalized) ?? []),
    ...unrecognizedIssues(corridor, details),
  ];
  return issues.length > 0 ? { issues } : { details: normalized };
}
