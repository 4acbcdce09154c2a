import { wordsOf } from './currency.ts';

/** Parts of column names, in the languages of known files, that say how much is paid, or to whom. */
const riskyName =
  /amount|amt|sum|total|value|price|cost|fee|charge|rate|tax|discount|gross|^net|quantity|qty|unit|cents|minor|betrag|summe|wert|preis|gebuhr|montant|somme|importe|monto|valor|importo|prezzo|kwota|bedrag|tutar|сумм|金額|金额|account|acct|iban|bic|swift|routing|sortcode|bank|branch|card|wallet|address|recipient|receiver|beneficiary|payee|vendor|supplier|creditor|name|mail|phone|destination|target|country|konto|empfanger|land|compte|beneficiaire|cuenta|beneficiario|conto|rekening|hesap|счет|получател|口座|账号|帳號|leg|type|direction|method|status|sign|debit|credit|purpose|reason|reference/u;

/** Numbers, email addresses and account numbers. */
const riskyValue =
  /^[\p{Sc}\s]*[-+(]?\p{Nd}[\p{Nd}.,'’\s]*\)?[\p{Sc}\sA-Z]*$|@|^[A-Z]{2}\d{2}[A-Z0-9 ]{8,}$|^\w+_\w{8,}$/u;

/** Whether ignoring a column could change the amount or the payee, judging by its name or its values. */
export function isRisky(name: string, values: readonly string[]): boolean {
  return riskyName.test(wordsOf(name).join('')) || values.some((value) => riskyValue.test(value));
}
