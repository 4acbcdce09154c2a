import { choiceTexts, fieldTextOf } from '../../corridors/catalog/field-texts.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import type { Field } from '../../pages/field.ts';
import type { BankCorridor, RecipientDetails, RecipientField } from '../../ports/corridor.ts';
import { faultIn } from './fault-texts.ts';
import type { ClaimWords } from './frame-of.ts';
import type { TestAccount } from './test-accounts.ts';

/** The form field for a field of an account. Corridor field names never collide with those of the form. */
export function formField(name: string): string {
  return `account.${name}`;
}

interface AccountForm {
  readonly corridor: BankCorridor;
  /** As it was typed. */
  readonly details: RecipientDetails;
  readonly faults: readonly FieldFault[];
  /** The accounts that the sandbox accepts. Empty if money is paid. */
  readonly testAccounts: readonly TestAccount[];
}

/** A corridor's own fields, with the typed values and their faults. */
export function accountFields(words: ClaimWords, form: AccountForm): Field[] {
  return form.corridor.recipientFields.map((field) => accountField(words, form, field));
}

function accountField(words: ClaimWords, form: AccountForm, field: RecipientField): Field {
  const { corridor, details, faults, testAccounts } = form;
  const { name, required, example, pattern } = field;
  const text = fieldTextOf(corridor, field, words.locale.language);
  const typed = {
    name: formField(name),
    label: required ? text.label : words.text('optional', { label: text.label }),
    value: details[name],
    fault: faultIn(words, corridor, faults, `recipientDetails.${name}`),
    autocomplete: 'off',
    optional: !required,
  };
  const options = choicesIn(words, name);
  if (options) return { ...typed, options, unchosen: words.text('choose') };
  return {
    ...typed,
    example: grouped(name, example),
    check: { pattern, fault: text.form },
    ...(!/[A-Za-z]/.test(pattern) && { inputmode: 'numeric' }),
    ...(name === corridor.accountField && testAccounts.length > 0 && { suggestions: suggestionsOf(testAccounts) }),
  };
}

function choicesIn(words: ClaimWords, name: string) {
  const texts = choiceTexts[name];
  return texts && Object.entries(texts).map(([value, text]) => ({ value, label: text[words.locale.language] }));
}

function suggestionsOf(accounts: readonly TestAccount[]) {
  return accounts.map(({ account, description }) => ({ value: account, label: description }));
}

/** An IBAN as it is printed. */
export function grouped(name: string, value: string): string {
  return name === 'iban' ? value.replace(/(.{4})(?=.)/g, '$1 ') : value;
}

/** The input, shown once more before confirmation. */
export function shownDetails(words: ClaimWords, corridor: BankCorridor, details: RecipientDetails) {
  const { language } = words.locale;
  return corridor.recipientFields.flatMap((field) => {
    const value = details[field.name];
    if (value === undefined || value === '') return [];
    const chosen = choiceTexts[field.name]?.[value]?.[language];
    return [{ label: fieldTextOf(corridor, field, language).label, value: chosen ?? value }];
  });
}
