import { ServiceError } from '../../ground/errors/service-error.ts';
import type { ApiKey } from '../../identity/api-key.ts';

/**
 * A key's place in its lineage. A lineage consists of a first key, its successor, the successor's successor, and so on.
 */
export interface Lineage {
  /** Id of the first key. */
  readonly lineage: string;
  /** Number of rotations since the first key. */
  readonly rotations: number;
}

/** A usable key, with the facts needed to find the other keys that end with it. */
export interface UsableKey extends Lineage {
  readonly id: string;
  readonly persons: readonly string[];
  readonly rotatedFrom?: string | undefined;
}

/**
 * A lineage normally has one usable key and, for a while, its predecessor. There are more only if a key is rotated
 * several times in a row.
 */
export const maxUsableOfLineage = 5;

export function lineageOf({ id, lineage = id, rotations = 0 }: Pick<ApiKey, 'id' | 'lineage' | 'rotations'>): Lineage {
  return { lineage, rotations };
}

/** Returns the usable keys that a key was rotated to, directly or through other keys. */
export function successorsOf(key: ApiKey, usable: readonly UsableKey[]): UsableKey[] {
  const found: (Lineage & { readonly id: string })[] = [{ id: key.id, ...lineageOf(key) }];
  // The list grows during the loop, because rows written by the previous release name only their predecessor.
  for (const before of found) {
    found.push(...usable.filter((one) => succeeds(one, before) && !found.some(({ id }) => id === one.id)));
  }
  return usable.filter(({ id }) => id !== key.id && found.some((one) => one.id === id));
}

function succeeds(key: UsableKey, before: Lineage & { readonly id: string }): boolean {
  const isLater = key.lineage === before.lineage && key.rotations > before.rotations;
  return isLater || key.rotatedFrom === before.id;
}

/**
 * Refuses a second usable successor of a key, and too many usable keys in a lineage. Otherwise a stolen key could fill
 * the organization's ring with successors.
 * @throws ServiceError CONFLICT
 */
export function refuseSecondSuccessor(key: ApiKey, usable: readonly UsableKey[]): void {
  const [successor] = successorsOf(key, usable);
  if (successor) {
    throw new ServiceError(
      'CONFLICT',
      `the key was rotated to ${successor.id}, which is still usable: rotate or revoke that key`,
    );
  }
  const { lineage } = lineageOf(key);
  if (usable.filter((one) => one.lineage === lineage).length < maxUsableOfLineage) return;
  throw new ServiceError(
    'CONFLICT',
    `${maxUsableOfLineage} keys of this lineage are usable: wait for the deadline of one of them, or issue another key`,
  );
}
