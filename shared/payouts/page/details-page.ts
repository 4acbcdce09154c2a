import { html } from 'hono/html';
import { accountFieldOf } from '../../corridors/catalog/find-corridor.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import { choicesOf } from '../../pages/choices.ts';
import { fieldsOf } from '../../pages/field.ts';
import type { Markup } from '../../pages/frame.ts';
import { pageOf } from '../../pages/layout.ts';
import { pathIn } from '../../pages/paths.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import { aboutLink, type ShownLink } from './about-link.ts';
import { accountFields, grouped } from './account-fields.ts';
import type { Typed } from './claim-form.ts';
import { countryName } from './countries.ts';
import { faultIn } from './fault-texts.ts';
import type { ClaimFrame } from './frame-of.ts';
import { type TestAccount, testAccountsOf } from './test-accounts.ts';

export interface DetailsView {
  readonly frame: ClaimFrame;
  readonly link: ShownLink;
  readonly corridor: BankCorridor;
  /** The payee named by the organization. If absent, the page asks. */
  readonly payeeName?: string | undefined;
  /** Other countries can be chosen. */
  readonly hasOtherCountries: boolean;
  readonly typed?: Partial<Typed> | undefined;
  readonly faults?: readonly FieldFault[] | undefined;
}

/** Asks for the payee and the account. A form with faults is shown again as it was typed. */
export function detailsPage(view: DetailsView): string {
  const { frame, link, corridor, faults = [] } = view;
  const { words, path, livemode } = frame;
  const testAccounts = livemode ? [] : testAccountsOf(corridor);
  return pageOf(frame, {
    title: words.text('detailsTitle'),
    scripted: true,
    about: aboutLink(frame, link),
    main: html`${faults.length > 0 && html`<p class="alert" role="alert">${words.text('faulty')}</p>`}
${countryOf(view)}
<form method="post" action="${pathIn(frame, `${path}/price`)}" novalidate>
<input type="hidden" name="country" value="${corridor.country}">
<input type="hidden" name="corridor" value="${corridor.corridorId}">
${holderOf(view, testAccounts)}
${testAccounts.length > 0 && html`<p class="soft">${words.text('testAccounts', { example: exampleOf(corridor) })}</p>`}
<button class="main">${words.text('goOn')}</button>
</form>`,
  });
}

function exampleOf(corridor: BankCorridor): string {
  return grouped(corridor.accountField, accountFieldOf(corridor)?.example ?? '');
}

function countryOf({ frame, corridor, hasOtherCountries }: DetailsView): Markup {
  const { words, path } = frame;
  const name = countryName(corridor.country, words.locale.locale);
  const other = hasOtherCountries && html`<dd><a href="${pathIn(frame, path)}">${words.text('otherCountry')}</a></dd>`;
  return html`<dl class="rows"><div><dt>${words.text('bankCountry')}</dt><dd>${name}</dd>${other}</div></dl>`;
}

function holderOf(view: DetailsView, testAccounts: readonly TestAccount[]): Markup {
  const { frame, corridor, payeeName, typed = {}, faults = [] } = view;
  const { words } = frame;
  const types = (['individual', 'business'] as const).map((type) => ({
    value: type,
    label: words.text(type),
    hint: words.text(`${type}Hint`),
  }));
  const name = {
    name: 'name',
    label: words.text('name'),
    value: typed.name,
    autocomplete: 'name',
    fault: faultIn(words, corridor, faults, 'name'),
  };
  const details = typed.recipientDetails ?? {};
  const account = accountFields(words, { corridor, details, faults, testAccounts });
  const named =
    payeeName !== undefined &&
    html`<dl class="rows"><div><dt>${words.text('payee')}</dt><dd dir="auto">${payeeName}</dd></div></dl>`;
  return html`${choicesOf({ name: 'type', label: words.text('holder'), choices: types, chosen: typed.type })}
${named}
${fieldsOf(words, payeeName === undefined ? [name, ...account] : account)}`;
}
