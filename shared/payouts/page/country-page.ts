import { html } from 'hono/html';
import { fieldTextOf } from '../../corridors/catalog/field-texts.ts';
import { choicesOf } from '../../pages/choices.ts';
import { fieldsOf } from '../../pages/field.ts';
import type { Markup } from '../../pages/frame.ts';
import { pageOf } from '../../pages/layout.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import { aboutLink, type ShownLink } from './about-link.ts';
import { countriesOf, currencyName, likelyCountry } from './countries.ts';
import type { ClaimFrame } from './frame-of.ts';

export interface CountryView {
  readonly frame: ClaimFrame;
  readonly link: ShownLink;
  /** Never empty. */
  readonly corridors: readonly BankCorridor[];
}

/** Asks for the country of the payee's bank. Choosing one opens another page and changes nothing. */
export function countryPage({ frame, link, corridors }: CountryView): string {
  const { words } = frame;
  const countries = countriesOf(corridors, words.locale);
  const country = {
    name: 'country',
    label: words.text('country'),
    options: countries.map(({ code, name }) => ({ value: code, label: name })),
    value: likelyCountry(countries, words.locale),
    unchosen: words.text('choose'),
    autocomplete: 'country',
  };
  return pageOf(frame, {
    title: words.text('countryTitle'),
    about: aboutLink(frame, link),
    main: html`<form action="${frame.path}">
${keptLanguage(frame)}
${fieldsOf(words, [country])}
<button class="main">${words.text('goOn')}</button>
</form>`,
  });
}

export interface MethodView extends CountryView {
  /** ISO 3166 alpha-2, the country of all these corridors. */
  readonly country: string;
}

/** Asks which of several corridors to use for a country. */
export function methodPage({ frame, link, corridors, country }: MethodView): string {
  const { words } = frame;
  const { language, locale } = words.locale;
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const choices = corridors.map((corridor) => ({
    value: corridor.corridorId,
    label: words.text('methodName', { currency: currencyName(corridor.currency, locale) }),
    hint: words.text('methodHint', {
      fields: list.format(corridor.recipientFields.map((field) => fieldTextOf(corridor, field, language).label)),
    }),
  }));
  return pageOf(frame, {
    title: words.text('methodTitle'),
    about: aboutLink(frame, link),
    main: html`<form action="${frame.path}">
${keptLanguage(frame)}
<input type="hidden" name="country" value="${country}">
${choicesOf({ name: 'method', label: words.text('method'), choices })}
<button class="main">${words.text('goOn')}</button>
</form>`,
  });
}

/** A form submitted with GET drops the parameters of its address. */
function keptLanguage({ wanted }: ClaimFrame): Markup | undefined {
  return wanted && html`<input type="hidden" name="lang" value="${wanted}">`;
}
