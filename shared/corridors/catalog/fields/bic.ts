/** The suffix for a bank's head office, ISO 9362. The code without it names the same bank. */
const headOffice = 'XXX';
const bic = /^[A-Z]{6}[A-Z0-9]{2}$/;

/** A bank's code without the suffix for its head office. */
export function bankOf(bankCode: string): string {
  const bank = bankCode.slice(0, -headOffice.length);
  return bankCode.endsWith(headOffice) && bic.test(bank) ? bank : bankCode;
}

/** The code of the same bank as earlier releases may have stored it. Undefined for the code of a branch. */
export function withHeadOffice(bankCode: string): string | undefined {
  return bic.test(bankCode) ? bankCode + headOffice : undefined;
}

/** Whether a bank's code is a test BIC: its eighth character is a zero (ISO 9362). */
export function isTestBic(bankCode: string): boolean {
  const bank = bankOf(bankCode).slice(0, 8);
  return bic.test(bank) && bank.endsWith('0');
}
