import { html } from 'hono/html';
import { amountOf } from '../../../shared/pages/amount.ts';
import { choicesOf } from '../../../shared/pages/choices.ts';
import { fieldsOf } from '../../../shared/pages/field.ts';
import type { Language } from '../../../shared/pages/language.ts';
import { pageOf } from '../../../shared/pages/layout.ts';
import { type TextsIn, withPageTexts } from '../../../shared/pages/texts.ts';
import { chooseWords } from '../../../shared/pages/words.ts';

const none: TextsIn<never> = { en: {}, de: {}, es: {}, fr: {}, 'pt-BR': {} };

/** The words that every page has, and no others. */
export function formWords(lang: Language) {
  return chooseWords(withPageTexts(none), { lang }).words;
}

const bic = { pattern: '^[A-Z]{6}[A-Z0-9]{2}$', fault: 'A BIC has eight characters.' };
const ibanFault = 'This IBAN has a typing error: its check digits do not fit.';

/** A page with a form of every kind of field, as it was sent with faults, or as it is shown first. */
export function formPage(
  typed?: { readonly name: string; readonly iban: string },
  organization = 'North Paper',
): string {
  const words = formWords('en');
  const fields = fieldsOf(words, [
    { name: 'name', label: 'Your name', value: typed?.name, autocomplete: 'name', fault: typed && 'Too long.' },
    { name: 'iban', label: 'IBAN', value: typed?.iban, example: 'DE89 3704 0044', fault: typed && ibanFault },
    { name: 'bic', label: 'BIC', value: '', check: bic, optional: true },
  ]);
  const choices = choicesOf({
    name: 'kind',
    label: 'The account belongs to',
    choices: [
      { value: 'person', label: 'A person', hint: 'Your own account' },
      { value: 'company', label: 'A company', hint: 'An account of your business' },
    ],
  });
  return pageOf(
    { words, organization, livemode: false, path: '/p/form' },
    {
      title: 'Where should the money go?',
      about: amountOf('Sends you', '$500.00'),
      main: html`<form method="post" action="/p/form">${choices}${fields}<button class="main">Continue</button></form>`,
    },
  );
}
