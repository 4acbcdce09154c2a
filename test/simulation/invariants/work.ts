import { isIdleHeartbeat } from '../engine/heartbeats.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const workInvariants: readonly Invariant[] = [
  { name: 'nothing is due for ever', broken: nothingDue },
  { name: 'no claim is taken while another holds', broken: claimsAreExclusive },
];

function nothingDue({ due }: Books, { witness }: World): string[] {
  return due.flatMap((row) => {
    const { kind, resourceId, attempts, parkedAt } = row;
    if (parkedAt !== undefined) return [`${kind} of ${resourceId} was parked`];
    return isIdleHeartbeat(witness, row) ? [] : [`${kind} of ${resourceId} is still due after ${attempts} attempts`];
  });
}

function claimsAreExclusive({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`DUE#${organizationId}#`).flatMap((key) => {
    const versions = witness.history(key);
    return versions.flatMap(({ item, commit }, index) => {
      const before = versions[index - 1]?.item;
      const isTaken = item?.claim && before?.claim && item.claim !== before.claim;
      return isTaken && (before.dueAt as number) > commit.at ? [`${commit.by?.name} took ${key} from its worker`] : [];
    });
  });
}
