/**
 * The 41 countries of the SEPA schemes, by IBAN prefix: European Payments Council, EPC409-09, as of 22 May 2025, when
 * Serbia became the latest to join.
 */
export const sepaCountries: readonly string[] = [
  // The European Union
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV'],
  ...['MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  // The European Economic Area, Switzerland and the United Kingdom
  ...['IS', 'LI', 'NO', 'CH', 'GB'],
  // Others, the last five since November 2024
  ...['AD', 'MC', 'SM', 'VA', 'AL', 'ME', 'MK', 'MD', 'RS'],
];

/** Gibraltar counts as part of a listed country, and has its own IBANs. */
const reached: ReadonlySet<string> = new Set([...sepaCountries, 'GI']);

/** Whether a bank whose IBANs start with these letters can be paid in euros. */
export function isReachedInEuros(prefix: string): boolean {
  return reached.has(prefix);
}
