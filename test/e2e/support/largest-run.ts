import { randomInt } from 'node:crypto';
import type { CreatePayout, CreatePayoutBatch } from '../../../client/src/index.ts';
import { unique } from './recipients.ts';

/** What `POST payouts/batches` takes: 2.5 MiB. */
export const mostBodyBytes = 2.5 * 1024 * 1024;

const labelLength = 255;
/** Hangul syllables: three bytes each, all of them letters, and so many that they hardly deflate. */
const [firstSyllable, syllables] = [0xac00, 11_172];

/** Lines whose fields are as long as they may be; their text hardly deflates. The run waits for a confirm. */
export function largestRun(
  destinationAccountId: string,
  lines: number,
): CreatePayoutBatch & { readonly items: CreatePayout[] } {
  const items = Array.from({ length: lines }, () => ({
    amount: '10.00',
    amountLeg: 'destination' as const,
    destinationAccountId,
    purposeOfPayment: 'salary',
    reference: longText(),
    endUserId: longText(),
    expectDestination: { amount: '10.00', tolerance: '1.00000000' },
  }));
  return { externalReferenceId: unique('largest'), items, autoCommit: false };
}

function longText(): string {
  return String.fromCharCode(...Array.from({ length: labelLength }, () => firstSyllable + randomInt(syllables)));
}

/** A body as JSON, with white space to so many bytes. @throws RangeError when it is longer */
export function padded(body: object, bytes: number): string {
  const text = JSON.stringify(body);
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}
