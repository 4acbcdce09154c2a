import type { DueWork } from '../../../../shared/journal/due/due-work.ts';
import { isIdleHeartbeat } from '../engine/heartbeats.ts';
import { clockOf } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

const longestClockErrorMs = 40_000;

export const workInvariants: readonly Invariant[] = [
  { name: 'nothing is due for ever', broken: nothingDue },
  {
    name: 'work is parked only where the rail has contradicted itself, or may have forgotten',
    broken: parkedForAReason,
  },
  { name: 'no claim is taken while another holds', broken: claimsAreExclusive },
];

function nothingDue({ due }: Books, world: World): string[] {
  const { rail } = world;
  return due.flatMap((row) => {
    const { kind, resourceId, attempts, parkedAt } = row;
    if (parkedAt !== undefined) return rail.hasForgotten(resourceId) ? [] : [`${kind} of ${resourceId} stays parked`];
    return isIdleHeartbeat(world, row) ? [] : [`${kind} of ${resourceId} is still due after ${attempts} attempts`];
  });
}

function claimsAreExclusive({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`DUE#${organizationId}#`).flatMap((key) => {
    const versions = witness.history(key);
    return versions.flatMap(({ item, commit }, index) => {
      const before = versions[index - 1]?.item;
      const isTaken = item?.claim && before?.claim && item.claim !== before.claim;
      return isTaken && (before.dueAt as number) > clockOf(commit)
        ? [`${commit.by?.name} took ${key} from its worker`]
        : [];
    });
  });
}

function parkedForAReason({ organizationId }: Books, { witness, rail }: World): string[] {
  return witness.keys(`DUE#${organizationId}#`).flatMap((key) =>
    witness.history(key).flatMap(({ item, commit }) => {
      const { kind, resourceId, parkedAt, firstClaimedAt } = (item ?? {}) as DueWork;
      if (parkedAt === undefined || rail.contradicted.has(resourceId)) return [];
      const mayHaveForgotten =
        commit.at - (firstClaimedAt ?? commit.at) >= rail.rememberKeysForMs - longestClockErrorMs;
      return kind === 'rails' && mayHaveForgotten ? [] : [`${commit.by?.name} parked ${kind} of ${resourceId}`];
    }),
  );
}
