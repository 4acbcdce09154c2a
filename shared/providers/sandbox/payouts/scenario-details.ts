import { composeIBAN, isValidBBAN } from 'ibantools';
import { accountFieldOf } from '../../../corridors/catalog/find-corridor.ts';
import type { Corridor, RecipientDetails } from '../../../ports/corridor.ts';

/**
 * The number of digits before the outcome's two that are counted up. In every euro country both end the account's own
 * part.
 */
const COUNTER_DIGITS = 6;
/**
 * Counters tried for one IBAN. Any 97 consecutive ones include one that satisfies a check modulo 97, the largest
 * modulus in use.
 */
const TRIES = 200;

function countUp(digits: string, by: number): string {
  return (BigInt(digits) + BigInt(by)).toString().padStart(digits.length, '0').slice(-digits.length);
}

/** Some countries have their own check digits within the number, so candidates are tried until one is valid. */
function ibanEnding(example: string, digits: string, serial: number): string {
  const countryCode = example.slice(0, 2);
  const head = example.slice(4, -(COUNTER_DIGITS + digits.length));
  for (let counter = serial * TRIES; counter < (serial + 1) * TRIES; counter += 1) {
    const bban = head + String(counter).padStart(COUNTER_DIGITS, '0') + digits;
    const iban = isValidBBAN(bban, countryCode) && composeIBAN({ countryCode, bban });
    if (iban) return iban;
  }
  throw new Error(`no IBAN like ${example} ends in ${digits}`);
}

/** The example with other digits: `kept` digits counted up by the serial, then the outcome's. */
function numberEnding(example: string, kept: number, digits: string, serial: number): string {
  return countUp(example.slice(0, kept), serial) + digits;
}

function accountEnding(corridor: Corridor, examples: RecipientDetails, digits: string, serial: number): string {
  const example = examples[corridor.accountField] ?? '';
  const { scheme, checkDigits } = accountFieldOf(corridor)?.rules ?? {};
  if (scheme === 'iban') return ibanEnding(example, digits, serial);
  const kept = example.length - digits.length - (checkDigits?.countIn(example) ?? 0);
  const base = numberEnding(example, kept, digits, serial);
  return base + (checkDigits?.after(base, examples) ?? '');
}

/**
 * Complete, valid and normalized details of an account that selects an outcome.
 * @param digits of the outcome
 * @param serial 0 to 4,999; each yields another account
 */
export function scenarioDetails(corridor: Corridor, digits: string, serial = 0): RecipientDetails {
  const examples = Object.fromEntries(corridor.recipientFields.map(({ name, example }) => [name, example]));
  return { ...examples, [corridor.accountField]: accountEnding(corridor, examples, digits, serial) };
}
