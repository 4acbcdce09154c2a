import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliberateFaults } from './deliberate-faults/all.ts';
import { Players } from './players.ts';
import { runSeeds } from './run-seeds.ts';

/** Longer than a fault takes to be found on a machine that does other things besides. */
const timeoutMs = 600_000;
/** Found within few seeds, by invariants of different kinds. */
const quicklyFound = [
  'no-version-on-the-head',
  'event-twice',
  'retired-beside-the-journal',
  'retired-whatever-a-cap-counts',
  'retired-but-still-linked',
  'retired-by-whoever-signs-in',
  'keys-that-outlive-a-restore',
  'release-that-forgets',
  'forgets-a-later-release',
  'validation-of-the-lines-it-finds',
  'reference-not-looked-at',
  'short-money-pays',
  'short-money-forgotten',
  'rest-of-what-came',
  'chain-transfer-taken-twice',
  'claim-without-its-release',
  'expiry-of-any-link',
  'address-of-any-organization',
  'link-counted-twice',
  'price-of-other-details',
  'vote-on-other-details',
  'failed-claim-uncounted-elsewhere',
  'transfer-funds-two-payouts',
  'money-back-that-never-came',
  'caps-given-back-today',
  'funding-not-final',
  'pause-not-looked-at',
  'limit-counted-anew',
];
const fewSeeds = 600;
const forever = Number.POSITIVE_INFINITY;

let players: Players;
beforeAll(() => {
  players = new Players();
});
afterAll(() => players.stop());

test.each(deliberateFaults.filter(({ name }) => quicklyFound.includes(name)))(
  'the deliberate fault $name is found within few seeds, and the same story is well without it',
  { timeout: timeoutMs },
  async ({ name, kind = 'everything' }) => {
    const limits = { firstSeed: 1, seeds: fewSeeds, deadline: forever };

    const { failed } = await runSeeds({ players, limits, deliberate: name, kind });

    expect(failed.length).toBeGreaterThan(0);
    // Without it, the story that shows it is one in which all is well.
    for (const { seed } of failed) expect((await players.play({ seed })).violations, `seed ${seed}`).toEqual([]);
  },
);
