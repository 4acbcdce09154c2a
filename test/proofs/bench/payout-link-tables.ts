import type { PayoutLinkFigures } from './sections/payout-links/payout-links.ts';
import { table } from './table.ts';

/** The figures of payout links as tables for a terminal. */
export function payoutLinkTables({ calls, modelled, stack }: PayoutLinkFigures): string[] {
  const { pageBytes, viewCalls, claimedViewCalls, create, claim } = calls;
  const { payees, claims, accepts } = modelled;
  return [
    table('A payout link', [
      ['page bytes', 'calls of a view', 'of a claimed one', 'create calls', 'units', 'claim calls', 'units'],
      [
        pageBytes,
        viewCalls,
        claimedViewCalls,
        create.sequentialCalls,
        create.writeUnits,
        claim.sequentialCalls,
        claim.writeUnits,
      ],
    ]),
    table(`Claims of one organization on the modelled store, ${payees} payees`, [
      ['', '/s', 'p50 ms', 'p99 ms', 'errors'],
      ['claims', claims.perSecond, claims.p50Ms, claims.p99Ms, claims.errors],
      ['accepts', accepts.perSecond, accepts.p50Ms, accepts.p99Ms, accepts.errors],
    ]),
    table('Payout links claimed at once, one-machine stack', [
      ['links', 'paid', 'seconds'],
      [stack.links, stack.paid, stack.paidSeconds],
    ]),
  ];
}
