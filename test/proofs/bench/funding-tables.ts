import type { FundingFigures } from './sections/funding/funding.ts';
import { table } from './table.ts';

/** The figures of self-funded payouts as tables for a terminal. */
export function fundingTables({ addresses, queriesOfARange, compared, peakMb }: FundingFigures): string[] {
  return [
    table('One step of reading what came to the addresses of self-funded payouts', [
      ['addresses', 'lists of transfers of a range', 'compared', 'resident MB at most'],
      [addresses, queriesOfARange, compared, peakMb],
    ]),
  ];
}
