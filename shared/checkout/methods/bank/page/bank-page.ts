import { html } from 'hono/html';
import { formatAmount } from '../../../../ground/money/money.ts';
import { amountOf } from '../../../../pages/amount.ts';
import { factsOf } from '../../../../pages/facts.ts';
import { pageOf } from '../../../../pages/layout.ts';
import type { LinkFrame } from '../../../page/frame-of.ts';
import { type Rest, restNotice } from '../../../page/short-money.ts';
import type { CheckoutText } from '../../../page/texts/en.ts';
import { missingOf } from '../../../payments/short-money.ts';
import { bank } from '../bank.ts';

/** What a buyer needs to pay into a bank account. */
export interface BankDetails {
  readonly holderName: string;
  readonly iban?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly routingCode?: string | undefined;
  readonly bic?: string | undefined;
  readonly bankName?: string | undefined;
}

export interface BankView {
  readonly frame: LinkFrame;
  readonly details: BankDetails;
  /** ISO 11649 reference, without spaces. */
  readonly reference: string;
  /** Minor units. */
  readonly total: bigint;
  readonly currency: string;
  /** Set if part of the total has arrived under this reference. */
  readonly rest?: Rest | undefined;
}

const fields = [
  'holderName',
  'iban',
  'accountNumber',
  'routingCode',
  'bic',
  'bankName',
] as const satisfies (keyof BankDetails & CheckoutText)[];

/** Shows the account and reference for a transfer, or for the rest of one. */
export function bankPage(view: BankView): string {
  const { frame, details, reference, total, currency, rest } = view;
  const { words, organization: merchant } = frame;
  const asked = rest ? missingOf(rest.short) : total;
  const amount = words.money(asked, currency);
  const account = fields.flatMap((field) => {
    const value = details[field];
    return value === undefined ? [] : [{ name: words.text(field), value: inFours(field, value), copied: value }];
  });
  const transfer = [
    { name: words.text('amount'), value: amount, copied: formatAmount(asked, currency) },
    { name: words.text('reference'), value: inFours('reference', reference), copied: reference },
  ];
  return pageOf(frame, {
    title: words.text('bankTitle', { amount, merchant }),
    scripted: true,
    about: amountOf(words.text('total'), words.money(total, currency)),
    main: html`${rest && restNotice(frame, bank.kind, rest)}
${factsOf(words, [...account, ...transfer])}
<p class="alert">${words.text('referenceHint', { merchant })}</p>
<h2>${words.text('whatNext')}</h2>
<ol><li>${words.text('bankStepTransfer')}</li><li>${words.text('bankStepArrived', { merchant })}</li><li>${words.text('bankStepClose')}</li></ol>`,
  });
}

/** Splits an IBAN or reference into groups of four, as people read such numbers aloud. */
function inFours(field: string, value: string): string {
  return field === 'iban' || field === 'reference' ? (value.match(/.{1,4}/g) ?? []).join(' ') : value;
}
