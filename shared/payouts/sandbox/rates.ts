/**
 * Units of each currency for one dollar, near those of 2025. They never change, so that a test can know what arrives.
 */
export const ratesFromUsd: Readonly<Record<string, string>> = {
  BRL: '5.45',
  EUR: '0.92',
  GBP: '0.79',
  INR: '85.5',
  MXN: '18.75',
  NGN: '1550',
  PHP: '57.25',
  USD: '1',
};
