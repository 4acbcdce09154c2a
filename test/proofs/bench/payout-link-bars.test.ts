import { expect, test } from 'vitest';
import { payoutLinkBars } from './payout-link-bars.ts';
import { measureCalls } from './sections/payout-links/calls.ts';
import { measureClaims } from './sections/payout-links/modelled-claims.ts';
import type { PayoutLinkFigures } from './sections/payout-links/payout-links.ts';

const rate = { perSecond: 40, p50Ms: 300, p99Ms: 320, errors: 0 };
const good: PayoutLinkFigures = {
  calls: {
    pageBytes: 30_000,
    viewCalls: 1,
    claimedViewCalls: 2,
    create: { sequentialCalls: 4, writeUnits: 26 },
    claim: { sequentialCalls: 5, writeUnits: 36 },
  },
  modelled: { payees: 16, claims: { ...rate, perSecond: 32 }, accepts: rate },
  stack: { links: 50, paid: 50, paidSeconds: 15 },
};
const { calls, modelled, stack } = good;

function missedBy(figures: PayoutLinkFigures): string[] {
  return payoutLinkBars(figures).flatMap(({ name, met }) => (met ? [] : [name]));
}

test('figures that are just good enough meet every bar of payout links', () => {
  expect(missedBy(good)).toEqual([]);
});

test.each<[string, Partial<PayoutLinkFigures>]>([
  ['payout links, the largest page: uncompressed', { calls: { ...calls, pageBytes: 30_001 } }],
  ['payout links, a page: calls of the table', { calls: { ...calls, viewCalls: 2 } }],
  ['payout links, the page of a claimed link: calls of the table', { calls: { ...calls, claimedViewCalls: 3 } }],
  ['payout links, create: sequential calls', { calls: { ...calls, create: { ...calls.create, sequentialCalls: 5 } } }],
  ['payout links, create: write units', { calls: { ...calls, create: { ...calls.create, writeUnits: 26.5 } } }],
  ['payout links, claim: sequential calls', { calls: { ...calls, claim: { ...calls.claim, sequentialCalls: 6 } } }],
  ['payout links, claim: write units', { calls: { ...calls, claim: { ...calls.claim, writeUnits: 37 } } }],
  [
    'payout links, modelled, 16 payees: claims to accepts',
    { modelled: { ...modelled, claims: { ...rate, perSecond: 31.4 } } },
  ],
  ['payout links, modelled, 16 payees: errors', { modelled: { ...modelled, accepts: { ...rate, errors: 1 } } }],
  ['payout links, one-machine stack, 50 at once: all paid', { stack: { ...stack, paidSeconds: 15.1 } }],
  ['payout links, one-machine stack, 50 at once: not paid', { stack: { ...stack, paid: 49 } }],
])('a figure that is a little worse misses its bar alone: %s', (name, figures) => {
  expect(missedBy({ ...good, ...figures })).toEqual([name]);
});

test('what a link takes of the table, and what is claimed in virtual time, meet their bars', async () => {
  const measured = { ...good, calls: await measureCalls(), modelled: await measureClaims(100) };
  expect(missedBy(measured)).toEqual([]);
});
