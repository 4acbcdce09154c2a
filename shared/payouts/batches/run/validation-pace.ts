import type { PayoutRequest } from '../../payout/payout-request.ts';

/**
 * Write limit of one partition, which holds the items of a run: DynamoDB takes 1,000 a second, and creation may follow
 * at once.
 */
const unitsPerSecond = 900;
/** A write of a transaction counts twice. */
const unitsPerKilobyte = 2;
/** Size of an item without its line: names, ids, status; a fault has little more. */
const bytesBesideLine = 400;

/**
 * How long validation waits after it has stored these lines. Without it, a run of a thousand writes its items three
 * times as fast as their partition may take them, is throttled, and is taken up again only seconds later.
 * @returns milliseconds
 */
export function validationPauseMs(lines: readonly PayoutRequest[]): number {
  const units = lines.map((line) => {
    const bytes = Buffer.byteLength(JSON.stringify(line)) + bytesBesideLine;
    return unitsPerKilobyte * Math.ceil(bytes / 1024);
  });
  return Math.ceil((1000 * units.reduce((sum, each) => sum + each, 0)) / unitsPerSecond);
}
