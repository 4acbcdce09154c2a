import { html } from 'hono/html';
import { formatAmount } from '../../ground/money/money.ts';
import { factsOf } from './facts.ts';
import { type Frame, pageOf } from './layout.ts';
import type { TextKey } from './texts/en.ts';

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
  readonly frame: Frame & { readonly merchant: string };
  readonly details: BankDetails;
  /** ISO 11649, without spaces. */
  readonly reference: string;
  /** Minor units. */
  readonly total: bigint;
  readonly currency: string;
}

const fields = [
  'holderName',
  'iban',
  'accountNumber',
  'routingCode',
  'bic',
  'bankName',
] as const satisfies (keyof BankDetails & TextKey)[];

/** Account and reference of one transfer. */
export function bankPage({ frame, details, reference, total, currency }: BankView): string {
  const { words, merchant } = frame;
  const amount = words.money(total, currency);
  const account = fields.flatMap((field) => {
    const value = details[field];
    return value === undefined ? [] : [{ name: words.text(field), value: inFours(field, value), copied: value }];
  });
  const transfer = [
    { name: words.text('amount'), value: amount, copied: formatAmount(total, currency) },
    { name: words.text('reference'), value: inFours('reference', reference), copied: reference },
  ];
  return pageOf(frame, {
    title: words.text('bankTitle', { amount, merchant }),
    scripted: true,
    main: html`${factsOf(words, [...account, ...transfer])}
<p class="alert">${words.text('referenceHint', { merchant })}</p>
<h2>${words.text('whatNext')}</h2>
<ol><li>${words.text('bankStepTransfer')}</li><li>${words.text('bankStepArrived', { merchant })}</li><li>${words.text('bankStepClose')}</li></ol>`,
  });
}

/** As people read such numbers aloud. */
function inFours(field: string, value: string): string {
  return field === 'iban' || field === 'reference' ? (value.match(/.{1,4}/g) ?? []).join(' ') : value;
}
