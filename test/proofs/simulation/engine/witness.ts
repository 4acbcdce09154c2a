import type { Change, EmbeddedTable } from '../../../../local/table/embedded-table.ts';
import type { Item, Key } from '../../../../local/table/item.ts';
import { currentInvocation, type Invocation } from './invocation.ts';
import type { Stage } from './stage.ts';

/** A call that changed something. */
export interface Commit {
  readonly step: number;
  readonly at: number;
  readonly by: Invocation | undefined;
  readonly changes: readonly Change[];
  /** Step since which every plain read sees all of it. */
  visibleSince: number;
  /** Milliseconds that passed from when the call was sent until every plain read sees all of it. */
  underWayMs: number;
}

/** What time it was for who made a commit, where their clock was ahead. */
export function clockOf({ at, by }: Commit): number {
  return at + Math.max(0, by?.skewMs ?? 0);
}

/** One version of an item. */
export interface Version {
  readonly item: Item | undefined;
  readonly commit: Commit;
}

/** Sees every write that took effect, and so knows what the table held at every step. */
export class Witness {
  readonly commits: Commit[] = [];
  readonly #versions = new Map<Key, Version[]>();
  readonly #unrecorded: Change[] = [];
  readonly #stage: Stage;
  /** Told of every change, as the table's stream is. */
  onChange: (change: Change) => void = () => {};

  constructor(stage: Stage, table: EmbeddedTable) {
    this.#stage = stage;
    table.onChange = (change) => this.#unrecorded.push(change);
  }

  current(key: Key): Item | undefined {
    return this.#versions.get(key)?.at(-1)?.item;
  }

  history(key: Key): readonly Version[] {
    return this.#versions.get(key) ?? [];
  }

  /** Keys of an entity or of all, whether their items still stand or not. */
  keys(prefix = ''): Key[] {
    return [...this.#versions.keys()].filter((key) => key.startsWith(prefix));
  }

  /** Records what the table changed since the last time: the changes of one call. */
  record(): Commit | undefined {
    const changes = this.#unrecorded.splice(0);
    if (changes.length === 0) return undefined;
    const commit = this.#remember(changes, Number.POSITIVE_INFINITY);
    for (const change of changes) this.onChange(change);
    return commit;
  }

  /** A restored table has a history of its own: what it holds is its first commit, and nobody's. */
  beginAnew(): void {
    const held = this.keys().flatMap((key) => {
      const after = this.current(key);
      return after ? [{ key, before: undefined, after }] : [];
    });
    this.commits.length = 0;
    this.#versions.clear();
    Object.assign(this.#remember(held, 0), { visibleSince: this.#stage.step });
  }

  #remember(changes: readonly Change[], underWayMs: number): Commit {
    const { step, now: at } = this.#stage;
    const commit = { step, at, by: currentInvocation(), changes, visibleSince: Number.POSITIVE_INFINITY, underWayMs };
    this.commits.push(commit);
    for (const { key, after } of changes) {
      const versions = this.#versions.get(key) ?? [];
      versions.push({ item: after, commit });
      this.#versions.set(key, versions);
    }
    return commit;
  }
}
