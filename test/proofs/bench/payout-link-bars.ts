import { atLeast, atMost, ofFullSize } from './bar.ts';
import type { Bar } from './figures.ts';
import type { PayoutLinkFigures } from './sections/payout-links/payout-links.ts';
import { round } from './statistics.ts';

/** Of as many links as are played in full. */
const mostPaidSeconds = 15;

/** What payout links have promised of their cost and speed. */
export function payoutLinkBars({ calls, modelled: { payees, claims, accepts }, stack }: PayoutLinkFigures): Bar[] {
  const { pageBytes, viewCalls, claimedViewCalls, create, claim } = calls;
  const ratio = round(claims.perSecond / accepts.perSecond);
  return [
    atMost('payout links, the largest page: uncompressed', pageBytes, 30_000, 'bytes'),
    atMost('payout links, a page: calls of the table', viewCalls, 1),
    atMost('payout links, the page of a claimed link: calls of the table', claimedViewCalls, 2),
    atMost('payout links, create: sequential calls', create.sequentialCalls, 4),
    atMost('payout links, create: write units', create.writeUnits, 26),
    atMost('payout links, claim: sequential calls', claim.sequentialCalls, 5),
    atMost('payout links, claim: write units', claim.writeUnits, 36),
    atMost(`payout links, modelled, ${payees} payees: errors`, claims.errors + accepts.errors, 0),
    ...ofFullSize(
      atLeast(`payout links, modelled, ${payees} payees: claims to accepts`, ratio, 0.8, 'times'),
      atMost(
        `payout links, one-machine stack, ${stack.links} at once: all paid`,
        stack.paidSeconds,
        mostPaidSeconds,
        's',
      ),
    ),
    atMost(`payout links, one-machine stack, ${stack.links} at once: not paid`, stack.links - stack.paid, 0),
  ];
}
