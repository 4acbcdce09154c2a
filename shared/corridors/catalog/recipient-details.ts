import { describeUnknown } from '../../contract/faults/describe-fault.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import type { AccountFault, Corridor, RecipientDetails, RecipientField } from '../../ports/corridor.ts';
import { fieldFault, matchesPattern, normalizeField, ownText, withImpliedFields } from './field-rules.ts';

export type CheckedDetails = { readonly details: RecipientDetails } | { readonly issues: readonly FieldFault[] };

/** About twice the longest value (an email key of 77 characters), which leaves room for spaces. */
const MAX_LENGTH = 140;
/** A body can hold thousands of keys. Nobody reads more faults than this. */
const MAX_UNRECOGNIZED = 50;
/** The longest part of an unrecognized name that is repeated to the caller. */
const MAX_SHOWN_NAME = 64;

const MESSAGES: Readonly<Record<AccountFault | 'required', (field: RecipientField) => string>> = {
  required: ({ label }) => `${label} is required`,
  invalid_format: ({ label, example, rules }) => `${label} must have the form of ${rules?.forms ?? example}`,
  invalid_check_digit: ({ label }) => `${label} has a wrong check digit`,
  zero_address: ({ label }) => `${label} is the zero address, which nobody controls`,
  token_contract: ({ label }) => `${label} is the contract of a token: tokens sent there are lost`,
  unsupported_country: ({ label }) => `${label} names a country that payments in euros do not reach`,
  ambiguous: ({ label }) =>
    `${label} could be a CPF or a phone number: write a phone number with +55, or a CPF with pixKeyType cpf`,
};

function issue(name: string, message: string, code: string): FieldFault {
  return { path: `method.recipientDetails.${name}`, message, code };
}

function fieldIssue(field: RecipientField, code: AccountFault | 'required'): FieldFault {
  return issue(field.name, MESSAGES[code](field), code);
}

/** Names the first characters that no account field can contain, so that a look-alike character is noticed. */
function describeStrange({ rules }: RecipientField, value: string): string {
  const foreign = rules?.isGrouped ? /[^A-Za-z0-9]/gu : /[^\x20-\x7e]/gu;
  const strange = [...new Set(value.match(foreign))].slice(0, 3).map((character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (U+${code})` : `U+${code}`;
  });
  return strange.length > 0 ? `, without ${strange.join(', ')}` : '';
}

/** The fault of a single field. A value that is too long is not normalized. */
function shapeIssue(field: RecipientField, given: RecipientDetails): FieldFault | undefined {
  const text = ownText(given, field.name);
  if (text.length > MAX_LENGTH) return fieldIssue(field, 'invalid_format');
  const value = normalizeField(field, text, given);
  if (value === '') return field.required ? fieldIssue(field, 'required') : undefined;
  if (matchesPattern(field, value)) return undefined;
  const { path, message, code } = fieldIssue(field, 'invalid_format');
  return { path, message: message + describeStrange(field, value), code };
}

function unrecognizedIssues(corridor: Corridor, details: RecipientDetails): FieldFault[] {
  const known = new Set(corridor.recipientFields.map(({ name }) => name));
  return Object.keys(details)
    .filter((key) => !known.has(key))
    .slice(0, MAX_UNRECOGNIZED)
    .map((key) => issue(key.slice(0, MAX_SHOWN_NAME), describeUnknown(key, [...known]), 'unrecognized_key'));
}

/** The fields that are present and well formed, in stored form. */
function wellFormed(fields: readonly RecipientField[], details: RecipientDetails): RecipientDetails {
  const entries = fields
    .filter((field) => shapeIssue(field, details) === undefined)
    .map((field): [string, string] => [field.name, normalizeField(field, ownText(details, field.name), details)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function faultOf(field: RecipientField, given: RecipientDetails, normalized: RecipientDetails) {
  if (!Object.hasOwn(normalized, field.name)) return shapeIssue(field, given);
  const fault = fieldFault(field, normalized);
  return fault && fieldIssue(field, fault);
}

/**
 * Checks `method.recipientDetails` against its corridor and normalizes them for storage: without spaces, IBAN and sort
 * code without dashes, IBAN and bank codes in upper case, PIX keys in the form of their directory. A PIX key that only
 * its punctuation distinguishes from a mobile number is stored with its kind.
 * @returns the normalized details, or an issue for every faulty field, in the corridor's order: `required`,
 * `invalid_format`, `invalid_check_digit`, `zero_address`, `token_contract`, `unsupported_country`, `ambiguous`, and
 * then `unrecognized_key` (the first 50). Issues never repeat a value.
 * @see specification, Recipient, row `method.recipientDetails`; Create a recipient, 400
 */
export function checkRecipientDetails(corridor: Corridor, sent: RecipientDetails): CheckedDetails {
  const details = withImpliedFields(corridor, sent);
  const normalized = wellFormed(corridor.recipientFields, details);
  const issues = [
    ...corridor.recipientFields.flatMap((field) => faultOf(field, details, normalized) ?? []),
    ...unrecognizedIssues(corridor, details),
  ];
  return issues.length > 0 ? { issues } : { details: normalized };
}
