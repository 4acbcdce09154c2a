import { atMost, ofFullSize } from './bar.ts';
import type { Bar } from './figures.ts';
import type { FundingFigures } from './sections/funding/funding.ts';

/** What reading the addresses of self-funded payouts has promised. */
export function fundingBars({ addresses, compared, queriesOfARange, peakMb }: FundingFigures): Bar[] {
  const name = `self-funded payouts, ${addresses} addresses of a token`;
  return [
    ...ofFullSize(
      atMost(`${name}: lists of transfers of a range`, queriesOfARange, 10),
      atMost(`${name}: memory of the worker`, peakMb, 256, 'MB'),
    ),
    // A step compares two hundred, or all there are.
    atMost(`${name}: not compared in a step`, Math.min(addresses, 200) - compared, 0),
  ];
}
