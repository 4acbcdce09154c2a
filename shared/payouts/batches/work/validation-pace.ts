import type { PayoutRequest } from '../../payout/payout-request.ts';

/**
 * The write limit of one partition, which holds the items of a batch. DynamoDB accepts 1,000 per second, and creation
 * may follow at once.
 */
const unitsPerSecond = 900;
/** A write of a transaction counts twice. */
const unitsPerKilobyte = 2;
/** The size of an item without its line: names, ids, status. A fault is hardly larger. */
const bytesBesideLine = 400;

/**
 * How long validation waits after it has stored these lines. Without the pause, a batch of a thousand lines would write
 * its items three times as fast as their partition accepts, be throttled, and continue only seconds later.
 * @returns milliseconds
 */
export function validationPauseMs(lines: readonly PayoutRequest[]): number {
  const units = lines.map((line) => {
    const bytes = Buffer.byteLength(JSON.stringify(line)) + bytesBesideLine;
    return unitsPerKilobyte * Math.ceil(bytes / 1024);
  });
  return Math.ceil((1000 * units.reduce((sum, each) => sum + each, 0)) / unitsPerSecond);
}
