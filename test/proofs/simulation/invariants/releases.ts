import { lostMarks } from '../../../support/later-release/marks.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const releaseInvariants: readonly Invariant[] = [
  { name: 'what another release has stored in an item outlives its replacement', broken: brokenMarks },
];

function brokenMarks({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys().flatMap((key) => {
    const versions = witness.history(key);
    return versions.flatMap(({ item: after }, index) => {
      const before = versions[index - 1]?.item;
      if (!before || !after || before.organizationId !== organizationId) return [];
      return lostMarks(before, after).map((lost) => `${key}: ${lost}`);
    });
  });
}
