/**
 * The position of the account number in an IBAN: its first character, counted after the country and the two check
 * digits, and its length. Excludes the parts that name the bank, its branch and the kind of account, and national check
 * digits (IBAN registry, ISO 13616). In CZ and SK a number also has a prefix, which is excluded because it does not
 * name an account by itself.
 */
const accountParts: Readonly<Record<string, readonly [start: number, length: number]>> = {
  AD: [8, 12],
  AL: [8, 16],
  AT: [5, 11],
  BE: [3, 7],
  BG: [10, 8],
  CH: [5, 12],
  CY: [8, 16],
  CZ: [10, 10],
  DE: [8, 10],
  DK: [4, 10],
  EE: [4, 11],
  ES: [10, 10],
  FI: [3, 10],
  FR: [10, 11],
  GB: [10, 8],
  GI: [4, 15],
  GR: [7, 16],
  HR: [7, 10],
  HU: [8, 15],
  IE: [10, 8],
  IS: [6, 6],
  IT: [11, 12],
  LI: [5, 12],
  LT: [5, 11],
  LU: [3, 13],
  LV: [4, 13],
  MC: [10, 11],
  MD: [2, 18],
  ME: [3, 13],
  MK: [3, 10],
  MT: [9, 18],
  NL: [4, 10],
  NO: [4, 6],
  PL: [8, 16],
  PT: [8, 11],
  RO: [4, 16],
  RS: [3, 13],
  SE: [3, 16],
  SI: [5, 8],
  SK: [10, 10],
  SM: [11, 12],
  VA: [3, 15],
};

/** Whether the IBAN names an account. No bank issues a number consisting of zeros. */
export function namesAccount(iban: string): boolean {
  const [start, length] = accountParts[iban.slice(0, 2)] ?? [0, iban.length];
  return !/^0*$/.test(iban.slice(4 + start, 4 + start + length));
}
