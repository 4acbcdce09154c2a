import { ServiceError } from '../../ground/errors/service-error.ts';
import type { ApiKey } from '../../identity/api-key.ts';

/** Where a key stands in its line: the first key, its successor, the successor of that, and so on. */
export interface Line {
  /** Id of the first key. */
  readonly line: string;
  /** Rotations since then. */
  readonly generation: number;
}

/** A key that can be used, with what its end may depend on. */
export interface UsableKey extends Line {
  readonly id: string;
  readonly persons: readonly string[];
  readonly rotatedFrom?: string | undefined;
}

/** A key and its predecessor for a while; more only where people rotate again at once. */
export const maxUsableOfLine = 5;

export function lineOf({ id, line = id, generation = 0 }: Pick<ApiKey, 'id' | 'line' | 'generation'>): Line {
  return { line, generation };
}

/** The usable keys that a key was rotated to, directly or one after another. */
export function successorsOf(key: ApiKey, usable: readonly UsableKey[]): UsableKey[] {
  const found: (Line & { readonly id: string })[] = [{ id: key.id, ...lineOf(key) }];
  // The list grows while it is walked: rows of the release before name their predecessor alone.
  for (const before of found) {
    found.push(...usable.filter((one) => succeeds(one, before) && !found.some(({ id }) => id === one.id)));
  }
  return usable.filter(({ id }) => id !== key.id && found.some((one) => one.id === id));
}

function succeeds(key: UsableKey, before: Line & { readonly id: string }): boolean {
  const isLater = key.line === before.line && key.generation > before.generation;
  return isLater || key.rotatedFrom === before.id;
}

/**
 * A key has one successor at a time, and a line few usable keys: who got hold of a key must not fill the organization's ring.
 * @throws ServiceError CONFLICT
 */
export function refuseBranch(key: ApiKey, usable: readonly UsableKey[]): void {
  const [successor] = successorsOf(key, usable);
  if (successor) {
    throw new ServiceError(
      'CONFLICT',
      `the key was rotated to ${successor.id}, which can be used: rotate or revoke that`,
    );
  }
  const { line } = lineOf(key);
  if (usable.filter((one) => one.line === line).length < maxUsableOfLine) return;
  throw new ServiceError(
    'CONFLICT',
    `${maxUsableOfLine} keys of this line can be used: wait for the deadline of one, or issue another key`,
  );
}
