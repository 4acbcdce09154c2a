import { exponentOf } from './currencies.ts';

/** An amount of money: whole minor units of one currency. Never a float. */
export interface Money {
  readonly currency: string;
  /** Minor units (cents for USD, centavos for MXN, yen for JPY). */
  readonly minor: bigint;
}

const DECIMAL = /^(0|[1-9]\d{0,14})(?:\.(\d+))?$/;

/**
 * Reads an unsigned decimal string as minor units.
 * @returns undefined if the text is not a plain decimal or has more decimal places than the currency
 */
export function parseAmount(text: string, currency: string): bigint | undefined {
  const match = DECIMAL.exec(text);
  const exponent = exponentOf(currency);
  if (!match || exponent === undefined) return undefined;
  const [, whole = '', places = ''] = match;
  if (places.length > exponent) return undefined;
  return BigInt(whole + places.padEnd(exponent, '0'));
}

/** Writes minor units as the decimal string that the API shows, always with the decimal places of the currency. */
export function formatAmount(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === undefined) throw new Error(`unknown currency ${currency}`);
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`;
}

/** `{ amount, currency }` as the API shows a separate amount of money. */
export function presentMoney(money: Money): { amount: string; currency: string } {
  return { amount: formatAmount(money.minor, money.currency), currency: money.currency };
}
