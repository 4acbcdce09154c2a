import type { Item, Key } from '../../../../local/table/item.ts';
import { type Commit, clockOf } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';
import { itemBefore } from './reads.ts';

export const historyInvariants: readonly Invariant[] = [
  { name: 'every version of the head follows the one before', broken: headVersions },
  { name: 'no money leaves a suspended organization', broken: suspensionHolds },
  { name: 'no key is taken over before its lock has run out', broken: locksHold },
  { name: 'a completed key stays completed', broken: completionIsFinal },
];

function headVersions({ organizationId }: Books, { witness }: World): string[] {
  return witness
    .history(`ORG#${organizationId} HEAD`)
    .flatMap(({ item, commit }, version) =>
      item?.version === version ? [] : [`${commit.by?.name} wrote version ${item?.version} as number ${version}`],
    );
}

function suspensionHolds({ organizationId }: Books, world: World): string[] {
  return madeWhile(world, organizationId, () => `ORG#${organizationId} ORG`);
}

/** Payouts that were made while something was not active. */
export function madeWhile({ witness }: World, organizationId: string, keyOf: (payout: Item) => Key): string[] {
  return witness.keys(`PAYOUT#${organizationId} `).flatMap((payoutKey) => {
    const [made] = witness.history(payoutKey);
    if (!made || !isNew(made.commit)) return [];
    const key = keyOf(made.item ?? {});
    // A claim makes a recipient and its payout at once.
    const madeWithIt = made.commit.changes.find((change) => change.key === key && !change.before)?.after;
    const status = (itemBefore(witness, key, made.commit) ?? madeWithIt)?.status;
    return status === 'active' ? [] : [`${made.commit.by?.name} made ${payoutKey.split(' ')[1]}`];
  });
}

/** Whether it made something new, rather than putting back what there was before a restore. */
export function isNew({ by }: Commit): boolean {
  return by !== undefined && !by.name.includes("'s restore-check ");
}

function locksHold({ organizationId }: Books, { witness }: World): string[] {
  return recordsOf(organizationId, witness).flatMap(([key, before, after, at, name]) => {
    const isTakenOver = before?.state === 'running' && after && after.owner !== before.owner;
    return isTakenOver && (before.lockedUntil as number) > at ? [`${name} took over ${key}`] : [];
  });
}

function completionIsFinal({ organizationId }: Books, { witness }: World): string[] {
  return recordsOf(organizationId, witness).flatMap(([key, before, after, , name]) =>
    before?.state === 'completed' && after?.state !== 'completed' ? [`${name} opened ${key} again`] : [],
  );
}

/** Every change of an idempotency record. */
function recordsOf(organizationId: string, witness: World['witness']) {
  return witness.keys(`IDEMPOTENCY#${organizationId}#`).flatMap((key) => {
    if (!key.endsWith(' RECORD')) return [];
    const versions = witness.history(key);
    return versions.map(
      ({ item, commit }, index) => [key, versions[index - 1]?.item, item, clockOf(commit), commit.by?.name] as const,
    );
  });
}
